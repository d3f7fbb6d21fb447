"""The policy of a page, and the parts of it that the policy allows."""

from gtarena.reports.inline_parts import SCRIPT, STYLE, joined, policy

# Of "console.log(1)", by `printf 'console.log(1)' | openssl dgst -sha256 -binary | base64`.
DIGEST = "'sha256-CihokcEcBW4atb/CW/XWsvWwbTjqwQlE9nj9ii5ww5M='"


def test_the_policy_allows_exactly_the_parts_and_what_they_load():
    allowed = policy("console.log(1)", "console.log(1)")
    assert allowed == (f"default-src 'none'; script-src {DIGEST} 'strict-dynamic'; style-src {DIGEST}; "
                       "img-src data:; base-uri 'none'; form-action 'none'")


def test_files_are_joined_in_their_order(tmp_path):
    for name in ("a", "b"):
        (tmp_path / name).write_text(f"{name};\n")
    assert joined([tmp_path / "b", tmp_path / "a"]) == "b;\na;\n"


def test_no_part_ends_its_element_or_loads_anything_by_itself():
    for part in (STYLE, SCRIPT):
        assert "</" not in part
        assert "<!--" not in part
    assert "url(" not in STYLE
    assert "@import" not in STYLE
