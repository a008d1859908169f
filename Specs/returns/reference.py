#!/usr/bin/env python3
"""Returns once more, in decimals of 50 digits, as plainly as they can be said.

Not for use, only for comparison: it shares nothing with the engine, halves brackets and adds up
fractions.

    reference.py [FILE ...]     recomputes the `expected` of the specs beside this file

Exit status 1 where a figure differs by more than 1e-9, or where no file was found.
"""
import json, math, pathlib, sys
from datetime import date
from decimal import Decimal as D, getcontext
from fractions import Fraction as F

getcontext().prec = 50
getcontext().Emax, getcontext().Emin = 10**9, -10**9
HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = D("1e-9")


def days(first, last):
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def decimal(fraction):
    return D(fraction.numerator) / D(fraction.denominator)


def power(base, exponent):
    """base^exponent for a base of zero or more."""
    return D(0) if base == 0 else (base.ln() * exponent).exp()


# Internal rate: every x with sum amount * exp(-x * day) = 0, by a fine grid and halving

def by_day(flows):
    first = min(day for day, _ in flows)
    sums = {}
    for day, amount in flows:
        sums[days(first, day)] = sums.get(days(first, day), 0) + D(amount)
    return sorted((day, amount) for day, amount in sums.items() if amount)


def value(terms, x, derivative=0):
    """The sum at x or a derivative of it, relative to its largest term."""
    base = terms[-1][0] if x < 0 else 0
    return sum(amount * (-x * (day - base)).exp() * (-day) ** derivative for day, amount in terms)


def root_between(terms, low, high, derivative=0):
    """Halved in floating point, then Newton's steps with all digits."""
    floats = [(day, float(amount)) for day, amount in terms]
    low, high = float(low), float(high)
    negative = rough(floats, low, derivative) < 0
    for _ in range(70):
        middle = (low + high) / 2
        if (rough(floats, middle, derivative) < 0) == negative:
            low = middle
        else:
            high = middle
    root = D(low)
    for _ in range(4):
        root -= value(terms, root, derivative) / value(terms, root, derivative + 1)
    return root


def bound(terms):
    """An x beyond which the first term (for -x: the last) outweighs the rest."""
    opposite = sum(abs(amount) for _, amount in terms[1:]) / abs(terms[0][1]) + 1
    return opposite.ln() / (terms[1][0] - terms[0][0])


def rough(terms, x, derivative):
    """The same in floating point: good for a sign."""
    base = terms[-1][0] if x < 0 else 0
    return math.fsum(amount * math.exp(-x * (day - base)) * (-day / terms[-1][0]) ** derivative
                     for day, amount in terms)


def roots(terms):
    """Sign changes on a grid that is dense around 0, and roots of the slope where it is a root."""
    low = -bound([(terms[-1][0] - day, amount) for day, amount in reversed(terms)])
    high = bound(terms)
    if sum(a * b < 0 for (_, a), (_, b) in zip(terms, terms[1:])) == 1:
        return [root_between(terms, low, high)]
    span = terms[-1][0]
    floats = [(day, float(amount)) for day, amount in terms]
    grid = {float(low) + float(high - low) * i / 3000 for i in range(3001)}
    places = sorted(grid | {i / 40 / span for i in range(-2400, 2401)})
    found = []
    for derivative in (0, 1, 2, 3):
        values = [rough(floats, x, derivative) for x in places]
        for left, right, a, b in zip(places, places[1:], values, values[1:]):
            if a * b > 0:
                continue
            if derivative and min(abs(rough(floats, x, 0)) for x in (left, right)) > 1e-4 * sum(
                    abs(amount) for _, amount in floats):
                continue
            root = root_between(terms, left, right, derivative)
            gross = sum(abs(amount) * (-root * (day - (span if root < 0 else 0))).exp()
                        for day, amount in terms)
            if abs(value(terms, root)) < gross * D("1e-30"):
                found.append(root)
    distinct = []
    for root in sorted(found):
        if not distinct or root - distinct[-1] > D("1e-15") / span:
            distinct.append(root)
    return distinct


def internal_rate(series):
    flows = series["flows"]
    if len({day for day, _ in flows}) < 2:
        return {"outcome": "too-few-days"}
    terms = by_day(flows)
    if len({amount > 0 for _, amount in terms}) < 2:
        return {"outcome": "no-sign-change"}
    year = D(series.get("days_per_year", "365"))
    rates = [(x * year).exp() - 1 for x in roots(terms)]
    if not rates:
        return {"outcome": "no-root"}
    if len(rates) > 1:
        return {"rates": rates}
    return {"rate": rates[0]} if rates[0] < D("1e308") else {"outcome": "too-large"}


def annualized(rate, count, year):
    return power(1 + rate, D(year) / D(count)) - 1


def time_weighted(series):
    start, growth, returns, totals = F(0), F(1), [], []
    for _, kind, amount in series["events"]:
        if kind == "flow":
            start += F(amount)
            continue
        end = F(amount)
        if end != start:
            if start <= 0:
                return {"outcome": "no-capital"}
            growth *= end / start
        returns.append(decimal(end / start - 1) if start else D(0))
        totals.append(decimal(growth - 1))
        start = end
    return {"total": totals[-1], "returns": returns, "totals": totals}


def modified_dietz(series):
    length = days(series["opening"], series["closing"])
    start, end = F(series["start"]), F(series["end"])
    flows = [(days(day, series["closing"]), F(amount)) for day, amount in series["flows"]]
    gain = end - start - sum(amount for _, amount in flows)
    capital = start + sum(amount * left / length for left, amount in flows)
    if gain and capital <= 0:
        return {"outcome": "no-capital", "gain": decimal(gain)}
    rate = decimal(gain / capital) if gain else D(0)
    return {"gain": decimal(gain), "average_capital": decimal(capital), "return": rate,
            "annual": annualized(rate, length, 365)}


def linked(series):
    growth, returns = D(1), []
    for window in series["windows"]:
        length = days(window["opening"], window["closing"])
        flows = [[window["opening"], "-" + window["start"]]]
        flows += [[day, str(-D(amount))] for day, amount in window["flows"]]
        flows += [[window["closing"], window["end"]]]
        rate = internal_rate({"flows": flows, "days_per_year": str(length)})["rate"]
        returns.append(rate)
        growth *= 1 + rate
    return {"returns": returns, "total": growth - 1,
            "annual": annualized(growth - 1, series["days"], series["days_per_year"])}


def annualize(series):
    year = series.get("days_per_year", "365")
    return {"annual": annualized(D(series["return"]), series["days"], year)}


def currency_split(series):
    local = F(series["local"])
    currency = F(series["end_rate"]) / F(series["start_rate"]) - 1
    total = (1 + local) * (1 + currency) - 1
    return {name: decimal(part) for name, part in {
        "total": total, "currency": currency, "cross": local * currency,
        "contribution": total - local}.items()}


def drawdown(series):
    """Each low against the highest level before it; of equal falls the first, of equal peaks the
    last."""
    levels = [(day, F(level)) for day, level in series["levels"]]
    depth, peak, trough, falls = F(0), None, None, []
    for low in range(len(levels)):
        high = max(range(low + 1), key=lambda place: (levels[place][1], place))
        falls.append(levels[low][1] / levels[high][1] - 1)
        if falls[-1] < depth:
            depth, peak, trough = falls[-1], high, low
    if trough is None:
        return {"outcome": "never-fallen"}
    back = [day for day, level in levels[trough:] if level >= levels[peak][1]]
    return {"falls": [decimal(fall) for fall in falls], "depth": decimal(depth),
            "peak": levels[peak][0], "trough": levels[trough][0],
            "recovery": back[0] if back else None}


def volatility(series):
    returns = [D(number) for number in series["returns"]]
    if len(returns) < 2:
        return {"outcome": "too-few-returns"}
    mean = sum(returns) / len(returns)
    deviation = (sum((r - mean) ** 2 for r in returns) / (len(returns) - 1)).sqrt()
    result = {"deviation": deviation}
    if "periods_per_year" in series:
        result["annual"] = deviation * D(series["periods_per_year"]).sqrt()
    return result


METHODS = {
    "internal-rate": internal_rate, "time-weighted": time_weighted,
    "modified-dietz": modified_dietz, "linked": linked, "annualize": annualize,
    "currency-split": currency_split, "drawdown": drawdown, "volatility": volatility,
}


def agree(expected, computed):
    if isinstance(expected, list):
        return (isinstance(computed, list) and len(expected) == len(computed)
                and all(map(agree, expected, computed)))
    if isinstance(computed, D):
        return abs(D(expected) - computed) <= TOLERANCE * max(1, abs(computed))
    return expected == computed


def main(names):
    paths = [pathlib.Path(name) for name in names] or sorted(
        path for path in HERE.rglob("*.json") if path.parent.name != "ledgers")
    count = failures = 0
    for path in paths:
        for series in json.loads(path.read_text("utf-8"))["series"]:
            count += 1
            computed = METHODS[series["method"]](series)
            for key, expected in series["expected"].items():
                if key not in computed or not agree(expected, computed[key]):
                    failures += 1
                    print(f"{path.name}: {key} is {computed.get(key)}, not {expected}",
                          file=sys.stderr)
    print(f"{len(paths)} files, {count} series, {failures} differences")
    return 1 if failures or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
