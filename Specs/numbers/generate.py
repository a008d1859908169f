"""Writes the tables of this folder: `python3 generate.py`. No arguments, no packages.

Every expected value comes from Python's `decimal` (400 digits), `datetime` and integers, never
from Folio. The seed is fixed: a second run writes the same bytes.
"""

import random
from decimal import (ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP,
                     ROUND_UP, Decimal, getcontext)
from pathlib import Path

import generate_calendar

getcontext().prec = 400
getcontext().Emax = 10_000
getcontext().Emin = -10_000
FOLDER = Path(__file__).parent
RULES = {"halfEven": ROUND_HALF_EVEN, "halfUp": ROUND_HALF_UP, "down": ROUND_DOWN,
         "up": ROUND_UP, "floor": ROUND_FLOOR, "ceiling": ROUND_CEILING}
DIGITS = PLACES = 36
dice = random.Random(4217)


class Fault(Exception):
    pass


def make(coefficient, places):
    return Decimal(coefficient).scaleb(-places)


def places_of(value):
    return -value.as_tuple().exponent


def coefficient_of(value):
    return int(value.scaleb(places_of(value)))


def plain(value):
    text = format(value, "f")
    return text.removeprefix("-") if value == 0 else text


def fit(value):
    """The value with zeros at its end dropped as far as it must be to fit, or a fault."""
    coefficient, places = coefficient_of(value), places_of(value)
    while places > PLACES or abs(coefficient) >= 10**DIGITS:
        if places == 0 or coefficient % 10:
            raise Fault("tooManyPlaces" if places > PLACES else "overflow")
        coefficient, places = coefficient // 10, places - 1
    return make(coefficient, places)


def outcome(function, *arguments):
    try:
        return plain(function(*arguments))
    except Fault as fault:
        return f"!{fault}"


def add(a, b):
    return fit(a + b)


def subtract(a, b):
    return fit(a - b)


def multiply(a, b):
    return fit(a * b)


def multiply_round(a, b, places, rule):
    product = a * b
    if places > PLACES:
        raise Fault("tooManyPlaces")
    if places_of(product) <= max(places, 0):
        return fit(product)
    return fit(product.quantize(make(1, max(places, 0)), RULES[rule]))


def multiply_divide(a, b, c, places, rule):
    if c == 0:
        raise Fault("divisionByZero")
    if places > PLACES:
        raise Fault("tooManyPlaces")
    return fit((a * b / c).quantize(make(1, max(places, 0)), RULES[rule]))


def divide(a, b, places, rule):
    return multiply_divide(a, Decimal(1), b, places, rule)


def round_to(a, places, rule):
    return a if places_of(a) <= places else a.quantize(make(1, places), RULES[rule])


def number(longest=DIGITS):
    """Any number, with more than its share of zeros, nines, ties and extremes."""
    length = dice.choice([1, 2, 4, 6, 8, 10, 12, 15, 17, 18, 19, 20, 24, 28, 32, 35, 36])
    length = min(length, longest)
    kind = dice.randrange(8)
    coefficient = dice.randrange(10**length)
    if kind == 0:
        coefficient = 10**length - dice.choice([1, 1, 2, 5])
    elif kind == 1:
        zeros = dice.randrange(length)
        coefficient = coefficient // 10**zeros * 10**zeros
    elif kind == 2:
        zeros = dice.randrange(length)
        coefficient = coefficient // 10**zeros * 10**zeros + 5 * 10**zeros // 10
    elif kind == 3:
        coefficient = dice.choice([0, 1, 2, 5, 25, 125, 10**(length - 1), 2**dice.randrange(110)])
    places = dice.choice([0, 1, 2, 2, 2, 3, 4, 6, 8, 9, 12, 18, 18, 24, 35, 36])
    coefficient %= 10**min(length, longest)
    return make(dice.choice([1, 1, -1]) * coefficient, places)


def money():
    return make(dice.choice([1, 1, 1, -1]) * dice.randrange(10**dice.randrange(1, 12)),
                dice.choice([0, 1, 2, 2, 2, 4, 6]))


def pick():
    return money() if dice.random() < 0.4 else number()


def write(name, columns, rows):
    lines = ["# " + "\t".join(["id", *columns])]
    for index, row in enumerate(rows, 1):
        lines.append("\t".join([f"{name}-{index:04}", *(str(cell) for cell in row)]))
    (FOLDER / f"{name}.tsv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{name}.tsv {len(rows)}")


def binary(function, count):
    rows = []
    for index in range(count):
        a, b = pick(), pick()
        if index % 7 == 0:
            b = make(-coefficient_of(a), places_of(a))
        if index % 7 == 1:
            b = make(dice.choice([1, 5, 10, 99]), places_of(a))
        rows.append((plain(a), plain(b), outcome(function, a, b)))
    return rows


def wanted_places():
    return dice.choice([0, 1, 2, 2, 4, 6, 8, 12, 18, 18, 18, 24, 30, 36])


def rounded_product(count):
    rows = []
    for _ in range(count):
        a, b, places, rule = pick(), pick(), wanted_places(), dice.choice(list(RULES))
        result = outcome(multiply_round, a, b, places, rule)
        rows.append((plain(a), plain(b), places, rule, result))
    return rows


def quotients(count):
    rows = []
    for index in range(count):
        a, b, places, rule = pick(), pick(), wanted_places(), dice.choice(list(RULES))
        if index % 3 == 0:
            b = make(dice.choice([2, 3, 4, 5, 7, 8, 16, 25, 64, 2000]), dice.randrange(4))
        rows.append((plain(a), plain(b), places, rule, outcome(divide, a, b, places, rule)))
    return rows


def products_and_quotients(count):
    rows = []
    for index in range(count):
        a, b, c = pick(), pick(), pick()
        places, rule = wanted_places(), dice.choice(list(RULES))
        if index % 3 == 0:
            c = make(dice.choice([2, 3, 4, 7, 8, 200, 10**17]), dice.randrange(20))
        if index % 5 == 0:
            a, b = number(18), number(18)
        result = outcome(multiply_divide, a, b, c, places, rule)
        rows.append((plain(a), plain(b), plain(c), places, rule, result))
    return rows


def roundings(count):
    rows = []
    for index in range(count):
        a, places = pick(), wanted_places()
        if index % 2 == 0 and places_of(a) > 0:
            places = dice.randrange(places_of(a))
        if index % 4 == 0 and places_of(a) > places:
            cut = 10**(places_of(a) - places)
            tie = coefficient_of(a) // cut * cut + cut // 2 + dice.choice([-1, 0, 0, 0, 1])
            a = make(tie % 10**DIGITS, places_of(a)) * dice.choice([1, -1])
        rows.append((plain(a), places, *(plain(round_to(a, places, rule)) for rule in RULES)))
    return rows


def sign(value):
    return (value > 0) - (value < 0)


def comparisons(count):
    rows = []
    for index in range(count):
        a, b = pick(), pick()
        if index % 3 == 0:
            zeros = dice.randrange(PLACES + 1 - places_of(a))
            if abs(coefficient_of(a)) * 10**zeros < 10**DIGITS:
                b = make(coefficient_of(a) * 10**zeros + dice.choice([0, 0, 0, 1, -1]),
                         places_of(a) + zeros)
                b = b if abs(coefficient_of(b)) < 10**DIGITS else a
        rows.append((plain(a), plain(b), sign(a - b)))
    return rows


def product_comparisons(count):
    rows = []
    for index in range(count):
        a, b, c, d = number(), number(), number(), number()
        if index % 2 == 0:
            c, d = b, a
        if index % 4 == 0 and abs(coefficient_of(d)) + 1 < 10**DIGITS:
            d = make(coefficient_of(d) + dice.choice([-1, 1]), places_of(d))
        rows.append((*(plain(value) for value in (a, b, c, d)), sign(a * b - c * d)))
    return rows


def printing(count):
    rows = []
    for _ in range(count):
        value = pick()
        rows.append((coefficient_of(value), places_of(value), plain(value)))
    return rows


def errors():
    big, tiny, nines = 10**36 - 1, "0." + "0" * 35 + "1", "9" * 36
    rows = [
        ("add", nines, "1", "-", "-", "-", "overflow"),
        ("add", nines, "0.1", "-", "-", "-", "overflow"),
        ("add", "-" + nines, "-1", "-", "-", "-", "overflow"),
        ("add", "1", tiny, "-", "-", "-", "overflow"),
        ("subtract", "-" + nines, "1", "-", "-", "-", "overflow"),
        ("subtract", nines, "-1", "-", "-", "-", "overflow"),
        ("subtract", "-1", tiny, "-", "-", "-", "overflow"),
        ("multiply", nines, "2", "-", "-", "-", "overflow"),
        ("multiply", nines, nines, "-", "-", "-", "overflow"),
        ("multiply", tiny, tiny, "-", "-", "-", "tooManyPlaces"),
        ("multiply", tiny, "0.3", "-", "-", "-", "tooManyPlaces"),
        ("multiplyRound", nines, nines, "-", 2, "halfEven", "overflow"),
        ("multiplyRound", "1.5", "1.5", "-", 37, "halfEven", "tooManyPlaces"),
        ("multiplyRound", "123456789" * 4, "1.5", "-", 1, "down", "overflow"),
        ("divide", "1", "0", "-", 2, "halfEven", "divisionByZero"),
        ("divide", "0", "0.00", "-", 2, "halfEven", "divisionByZero"),
        ("divide", "1", "3", "-", 37, "halfEven", "tooManyPlaces"),
        ("divide", "10", "3", "-", 36, "halfEven", "overflow"),
        ("divide", nines, tiny, "-", 0, "halfEven", "overflow"),
        ("divide", nines, "0.1", "-", 0, "halfEven", "overflow"),
        ("multiplyDivide", "1", "1", "0", 2, "halfEven", "divisionByZero"),
        ("multiplyDivide", nines, nines, "7", 2, "halfEven", "overflow"),
        ("multiplyDivide", nines, nines, tiny, 36, "up", "overflow"),
        ("multiplyDivide", "2", "2", "3", 99, "floor", "tooManyPlaces"),
        ("coefficient", big + 1, 0, "-", "-", "-", "overflow"),
        ("coefficient", -big - 1, 0, "-", "-", "-", "overflow"),
        ("coefficient", 2**127 - 1, 2, "-", "-", "-", "overflow"),
        ("coefficient", -2**127, 2, "-", "-", "-", "overflow"),
        ("coefficient", 1, 37, "-", "-", "-", "tooManyPlaces"),
        ("coefficient", 1, -1, "-", "-", "-", "tooManyPlaces"),
    ]
    functions = {"add": add, "subtract": subtract, "multiply": multiply, "divide": divide,
                 "multiplyRound": multiply_round, "multiplyDivide": multiply_divide}
    for operation, *cells, fault in rows:
        if operation in functions:
            numbers = [Decimal(cell) for cell in cells[:3] if cell != "-"]
            others = [cell for cell in cells[3:] if cell != "-"]
            assert outcome(functions[operation], *numbers, *others) == f"!{fault}", operation
    return rows


def main():
    write("add", ["a", "b", "sum"], binary(add, 300))
    write("subtract", ["a", "b", "difference"], binary(subtract, 250))
    write("multiply", ["a", "b", "product"], binary(multiply, 350))
    columns = ["a", "b", "places", "rule", "result"]
    write("multiply-round", columns, rounded_product(450))
    write("divide", columns, quotients(450))
    columns = ["a", "b", "c", "places", "rule", "a*b/c"]
    write("multiply-divide", columns, products_and_quotients(500))
    write("round", ["a", "places", *RULES], roundings(300))
    write("compare", ["a", "b", "order"], comparisons(350))
    write("compare-products", ["a", "b", "c", "d", "order of a*b and c*d"],
          product_comparisons(300))
    write("print", ["coefficient", "places", "text"], printing(250))
    write("errors", ["operation", "a", "b", "c", "places", "rule", "fault"], errors())
    generate_calendar.main(write, dice)


main()
