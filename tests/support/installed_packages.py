"""Packages of other projects, as an installation leaves them, and commands in processes that find them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tests.support import ROOT


def install(package: Path, site: Path) -> Path:
    """Writes into ``site`` what pip would of a package's name, version and entry points, and a link to its module."""
    stated = tomllib.loads((package / "pyproject.toml").read_text(encoding="utf-8"))
    project, (module,) = stated["project"], stated["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    metadata = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    groups = [f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
              for group, entries in project["entry-points"].items()]
    (metadata / "entry_points.txt").write_text("\n".join(groups))
    (site / module).symlink_to(package / module)
    return site


def run_installed(*words: str, folder: Path, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs ``python -m WORDS`` in a folder, in a process that finds what is installed in ``site``."""
    found = os.pathsep.join(map(str, filter(None, (site, ROOT))))
    return subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": found})
