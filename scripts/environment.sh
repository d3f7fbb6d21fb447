# Creates .venv on first use, and updates it when the requirements change. Sourced by scripts/gtarena and scripts/test.

# prepare REPOSITORY EXTRA
prepare() {
    local root=$1 extra=$2 mark=$1/.venv/.prepared-$2
    # Comparing modification times is fast, so later starts are not delayed.
    if [ "$mark" -nt "$root/pyproject.toml" ] && [ "$mark" -nt "$root/constraints.txt" ]; then
        return
    fi
    local python=${PYTHON:-python3}
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "gtarena needs Python 3.11 or newer; set PYTHON to one (found: $("$python" --version 2>&1 || true))" >&2
        exit 2
    fi
    echo "Preparing $root/.venv (once, about a minute) ..." >&2
    [ -x "$root/.venv/bin/python" ] || "$python" -m venv "$root/.venv"
    "$root/.venv/bin/python" -m pip install --quiet --disable-pip-version-check \
        --constraint "$root/constraints.txt" --editable "$root[$extra]"
    touch "$mark"
}
