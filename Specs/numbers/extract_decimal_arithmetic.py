"""Writes decimal-arithmetic.tsv: `python3 extract_decimal_arithmetic.py FOLDER_OF_DECTEST_FILES`.

Takes from the General Decimal Arithmetic testcases, as CPython 3.11 ships them
(Lib/test/decimaltestdata), the cases that mean something for a number of at most 36 digits
that is never rounded by itself. Nothing is worked out here: operands and results are only
written without an exponent, and -0 as 0.
"""

import re
import sys
from decimal import Decimal, InvalidOperation, getcontext
from pathlib import Path

getcontext().prec = 2000
OPERATIONS = ["add", "subtract", "multiply", "divide", "compare", "quantize", "rescale"]
PREFIXES = ["", "dd", "dq"]
RULES = {"half_even": "halfEven", "half_up": "halfUp", "down": "down", "up": "up",
         "floor": "floor", "ceiling": "ceiling"}
UNUSABLE = {"inexact", "subnormal", "underflow", "overflow", "clamped"}
TOKEN = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|\S+")
HEADER = """\
# From the General Decimal Arithmetic testcases, version 2.59, by Mike Cowlishaw.
# Copyright (c) IBM Corporation, 1981, 2008. All rights reserved. "They are offered on an as-is
# basis." Distributed with CPython 3.11 (Lib/test/decimaltestdata); description and original:
# https://speleotrove.com/decimal/dectest.html
# id	operation	a	b	places	rule	result
"""


def usable(text):
    """The number without an exponent, or None where it has no place in an ExactDecimal."""
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    if not value.is_finite() or abs(value.as_tuple().exponent) > 80:
        return None
    if value.as_tuple().exponent > 0:
        value = value.quantize(Decimal(1))
    if len(value.as_tuple().digits) > 36 or value.as_tuple().exponent < -36:
        return None
    return value


def plain(value):
    text = format(value, "f")
    return text.removeprefix("-") if value == 0 else text


def quotient(a, b, flags, result, rule):
    if flags & {"division_by_zero", "division_undefined"}:
        return plain(a), plain(b), 2, rule, "!divisionByZero"
    value = usable(result)
    if value is None or flags & (UNUSABLE - {"inexact"}) or Decimal(result).as_tuple().exponent > 0:
        return None
    return plain(a), plain(b), -value.as_tuple().exponent, rule, plain(value)


def rescaled(operation, a, b, flags, result, rule):
    if "invalid_operation" in flags or flags & (UNUSABLE - {"inexact"}):
        return None
    exponent = Decimal(b).as_tuple().exponent if operation == "quantize" else int(Decimal(b))
    value = usable(result)
    if value is None or not -36 <= exponent <= 0:
        return None
    return plain(a), "-", -exponent, rule, plain(value)


def case(operation, a, b, result, flags, rule):
    """The columns after id and operation, or None where the case does not apply."""
    left, right = usable(a), usable(b)
    if operation in ("quantize", "rescale"):
        if left is None or rule is None:
            return None
        try:
            return rescaled(operation, left, b, flags, result, rule)
        except (InvalidOperation, TypeError, ValueError, OverflowError):
            return None
    if left is None or right is None:
        return None
    if operation == "divide":
        return quotient(left, right, flags, result, rule) if rule else None
    value = usable(result)
    if value is None or flags & UNUSABLE:
        return None
    if operation == "compare":
        return plain(left), plain(right), "-", "-", plain(value)
    # The places are part of the result where no operand needed its exponent written out.
    kept = not flags and all(Decimal(text).as_tuple().exponent <= 0 for text in (a, b, result))
    return plain(left), plain(right), "kept" if kept else "-", "-", plain(value)


def cases(path):
    rule = "half_even"
    for line in path.read_text(encoding="latin-1").splitlines():
        line = line.partition("--")[0] if not line.lstrip().startswith("--") else ""
        if match := re.match(r"\s*rounding\s*:\s*(\w+)", line, re.IGNORECASE):
            rule = match[1].lower()
        if "->" not in line or "#" in line:
            continue
        tokens = [token.strip("'\"") for token in TOKEN.findall(line)]
        if len(tokens) < 6 or tokens[4] != "->" or tokens[1].lower() not in OPERATIONS:
            continue
        name, operation, a, b, _, result, *flags = tokens
        flags = {flag.lower() for flag in flags}
        row = case(operation.lower(), a, b, result, flags, RULES.get(rule))
        if row:
            yield name, operation.lower(), *row


def main():
    folder, rows = Path(sys.argv[1]), []
    for operation in OPERATIONS:
        for prefix in PREFIXES:
            name = prefix + (operation.capitalize() if prefix else operation) + ".decTest"
            if (folder / name).exists():
                rows += cases(folder / name)
    for name in ("rounding", "randoms", "randomBound32", "inexact"):
        rows += cases(folder / f"{name}.decTest")
    text = HEADER + "".join("\t".join(map(str, row)) + "\n" for row in rows)
    (Path(__file__).parent / "decimal-arithmetic.tsv").write_text(text, encoding="utf-8")
    print(f"decimal-arithmetic.tsv {len(rows)}")


main()
