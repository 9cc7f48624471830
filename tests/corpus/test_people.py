"""Authors, however a file writes them, are names with the first name first."""

from __future__ import annotations

import pytest

from assistant.corpus.people import people

ONE = ("Ann Lee",)
BOTH = ("Ann Lee", "Bo Li")


@pytest.mark.parametrize(("written", "expected"), [
    ("Lee, Ann", ONE),
    ("Ann Lee and Bo Li", BOTH),
    ("Lee, Ann and Li, Bo", BOTH),
    ("Ann Lee; Bo Li", BOTH),
    ("Lee, Ann; Li, Bo;", BOTH),
    ("Ann Lee, Bo Li", BOTH),
    ("Ann Lee, Bo Li and Cy Wu", (*BOTH, "Cy Wu")),
    ("Ann Lee, Bo Li, and Cy Wu", (*BOTH, "Cy Wu")),
    ("Lee, A., Li, B. C.", ("A. Lee", "B. C. Li")),
    ("van der Berg, Ann", ("Ann van der Berg",)),
    ("King, Jr., Martin", ("Martin King Jr.",)),
    ("Ann Lee\nand\nBo Li and others", BOTH),
    ("{Barnes and Noble} and Lee, Ann", ("Barnes and Noble", "Ann Lee")),
    ('M{\\"u}ller, J{\\o}rg', ("Jørg Müller",)),
    ("Sandra Anderson", ("Sandra Anderson",)),
    ("李安 and 王波", ("李安", "王波")),
    (["Lee, Ann", "Bo Li"], BOTH),
    ([{"name": "Ann Lee"}, {"given": "Bo", "family": "Li"}], BOTH),
    ([{"firstName": "Ann", "lastName": "Lee", "creatorType": "author"}], ONE),
    ([["Lee", "Ann", ""], ["Li", "Bo", "", "Some Institute"]], BOTH),
    ([None, "", "Ann\x1b Lee"], ONE),
    ("", ()),
])  # fmt: skip
def test_names_are_parted_and_turned(written: object, expected: tuple[str, ...]) -> None:
    assert people(written) == expected


@pytest.mark.parametrize("value", [7, 1.5, True, {"name": "Ann Lee"}])
def test_what_is_no_list_of_names_is_none(value: object) -> None:
    assert people(value) is None
