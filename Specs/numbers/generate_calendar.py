"""The days and instants of generate.py. Not run by itself."""

import json
from datetime import date, datetime, timedelta, timezone
from fractions import Fraction

import generate_texts

EPOCH = date(1970, 1, 1)
EDGES = ["0001-01-01", "0001-12-31", "0004-02-29", "0100-02-28", "1600-02-29", "1899-12-31",
         "1900-02-28", "1900-03-01", "1969-12-31", "1970-01-01", "1972-02-29", "1999-12-31",
         "2000-02-29", "2000-03-01", "2024-02-29", "2038-01-19", "2100-02-28", "2100-03-01",
         "9999-12-31"]
BAD_DAYS = [
    ("", "syntax@0"), ("2", "syntax@1"), ("2024-01-1", "syntax@9"), ("2024-1-01", "syntax@6"),
    ("2024-01-011", "syntax@10"), ("2024-01-01 ", "syntax@10"), (" 2024-01-01", "syntax@0"),
    ("2024/01/01", "syntax@4"), ("20240101", "syntax@4"), ("2024-01-0a", "syntax@9"),
    ("-024-01-01", "syntax@0"), ("+2024-01-0", "syntax@0"), ("2024-01_01", "syntax@7"),
    ("02024-01-1", "syntax@4"), ("２024-01-01", "syntax@0"), ("2024-01-01T00:00", "syntax@10"),
    ("24-01-01", "syntax@2"), ("2024-W01-1", "syntax@5"), ("2024-001", "syntax@7"),
    ("0000-01-01", "year"), ("0000-00-00", "year"), ("2024-00-01", "month@0"),
    ("2024-13-01", "month@13"), ("2024-99-99", "month@99"), ("2024-01-00", "day@0/31"),
    ("2024-01-32", "day@32/31"), ("2024-02-30", "day@30/29"), ("2023-02-29", "day@29/28"),
    ("1900-02-29", "day@29/28"), ("2100-02-29", "day@29/28"), ("2024-04-31", "day@31/30"),
    ("2024-06-31", "day@31/30"), ("2024-09-31", "day@31/30"), ("2024-11-31", "day@31/30"),
    ("2024-12-99", "day@99/31"),
]
BAD_TIMES = [
    ("", "date:syntax@0"), ("2024-02-30T00:00:00Z", "date:day@30/29"),
    ("2024-13-01T00:00:00Z", "date:month@13"), ("0000-01-01T00:00:00Z", "date:year"),
    ("2024-03-01X14:30:00Z", "syntax@10"), ("2024-03-01T", "syntax@11"),
    ("2024-03-01T1", "syntax@12"), ("2024-03-01T14", "syntax@13"),
    ("2024-03-01T14:30", "syntax@16"), ("2024-03-01T14:30Z", "syntax@16"),
    ("2024-03-01T14.30:00Z", "syntax@13"), ("2024-03-01T143000Z", "syntax@13"),
    ("2024-03-01T14:30:0Z", "syntax@18"), ("2024-03-01T14:30:00.Z", "syntax@20"),
    ("2024-03-01T14:30:00,5Z", "syntax@19"), ("2024-03-01T14:30:00 Z", "syntax@19"),
    ("2024-03-01T14:30:00Z ", "syntax@20"), ("2024-03-01T14:30:00ZZ", "syntax@20"),
    ("2024-03-01T14:30:00+", "syntax@20"), ("2024-03-01T14:30:00+5", "syntax@21"),
    ("2024-03-01T14:30:00+05:", "syntax@23"), ("2024-03-01T14:30:00+05:3", "syntax@24"),
    ("2024-03-01T14:30:00+053", "syntax@23"), ("2024-03-01T14:30:00+05:30:00", "syntax@25"),
    ("2024-03-01T14:30:00+05300", "syntax@24"), ("2024-03-01T14:30:00UTC", "syntax@19"),
    ("2024-03-01T24:00:00Z", "hour@24"), ("2024-03-01T99:00:00Z", "hour@99"),
    ("2024-03-01T14:60:00Z", "minute@60"), ("2016-12-31T23:59:60Z", "second@60"),
    ("2024-03-01T14:30:61Z", "second@61"), ("2024-03-01T14:30:00+24:00", "offset"),
    ("2024-03-01T14:30:00-05:60", "offset"), ("2024-03-01T14:30:00.1234567891Z", "precise@29"),
    ("2024-03-01T14:30:00.00000000001Z", "precise@30"), ("2024-03-01  14:30:00", "syntax@11"),
    ("2024-03-01 ", "syntax@11"), ("2024-03-01Z", "syntax@10"), ("2024-03-01+02:00", "syntax@10"),
]


def leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def random_day(dice):
    first, last = date.min.toordinal(), date.max.toordinal()
    if dice.random() < 0.5:
        return date(1950, 1, 1) + timedelta(days=dice.randrange(40_000))
    return date.fromordinal(dice.randrange(first, last + 1))


def days(dice):
    found = [date.fromisoformat(text) for text in EDGES] + [random_day(dice) for _ in range(380)]
    return [(day.isoformat(), (day - EPOCH).days, day.isoweekday(), str(leap(day.year)).lower())
            for day in found]


def add_months(day, months):
    index = day.year * 12 + day.month - 1 + months
    year, month = index // 12, index % 12 + 1
    if not 1 <= year <= 9999:
        return "nil"
    last = day.day
    while True:
        try:
            return date(year, month, last).isoformat()
        except ValueError:
            last -= 1


def add_days(day, count):
    try:
        return (day + timedelta(days=count)).isoformat()
    except OverflowError:
        return "nil"


def day_sums(dice):
    rows = []
    for index in range(240):
        day = date.fromisoformat(EDGES[index]) if index < len(EDGES) else random_day(dice)
        if index % 5 == 0:
            day = date(dice.randrange(1890, 2110), dice.choice([1, 3, 5, 8, 12]), 31)
        months = dice.choice([1, -1, 11, 12, 13, -12, 1200, dice.randrange(-30000, 30000)])
        years = dice.choice([1, -1, 4, 100, dice.randrange(-3000, 3000)])
        count = dice.choice([1, -1, 28, 365, 366, -366, dice.randrange(-900_000, 900_000)])
        rows.append((day.isoformat(), "days", count, add_days(day, count)))
        rows.append((day.isoformat(), "months", months, add_months(day, months)))
        rows.append((day.isoformat(), "years", years, add_months(day, years * 12)))
    return rows


def instant(dice):
    """One timestamp as text, and what it means."""
    day = random_day(dice)
    second = dice.choice([0, 86_399, dice.randrange(86_400)])
    fraction = dice.choice(["", "", "5", "123", "000001", "999999999", "120000000", "50000000000"])
    offset = dice.choice([0, 330, -300, 60, -720, 845, dice.randrange(-1439, 1440)])
    form = dice.choice(["utc", "offset", "offset", "offset", "noOffset", "dateOnly"])
    clock = f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    pair = f"{'-' if offset < 0 else '+'}{abs(offset) // 60:02}"
    style = dice.choice([":", ":", "", "hours"])
    if style == "hours" and offset % 60 == 0:
        suffix = pair
    else:
        suffix = pair + style.replace("hours", ":") + f"{abs(offset) % 60:02}"
    if form != "offset":
        offset, suffix = 0, {"utc": dice.choice("ZZz"), "noOffset": "", "dateOnly": ""}[form]
    text = f"{day.isoformat()}{dice.choice('TTt ')}{clock}{'.' + fraction if fraction else ''}{suffix}"
    if form == "dateOnly":
        text, second, fraction, clock = day.isoformat(), 0, "", "00:00:00"
    seconds = (day - EPOCH).days * 86_400 + second - offset * 60
    nanoseconds = int(Fraction("0." + (fraction or "0")) * 10**9)
    tail = f".{fraction}".rstrip("0") if nanoseconds else ""
    zone = "Z" if form != "offset" else f"{pair if offset else '+00'}:{abs(offset) % 60:02}"
    printed = f"{day.isoformat()}T{clock}{tail}{zone}"
    return text, seconds, nanoseconds, offset, form, day.isoformat(), printed


def check(row):
    """The same instant by `datetime`, where it can hold it (microseconds, inside its years)."""
    text, seconds, nanoseconds, _, _, _, printed = row
    try:
        known = datetime.fromisoformat(printed[:19] + printed[19:].partition(".")[0])
    except ValueError:
        return
    if "." in printed:
        known = datetime.fromisoformat(printed[:19])
        zone = printed[19:].lstrip(".0123456789")
        known = datetime.fromisoformat(printed[:19] + zone)
    elapsed = known - datetime(1970, 1, 1, tzinfo=timezone.utc)
    assert elapsed.days * 86_400 + elapsed.seconds == seconds, text
    assert 0 <= nanoseconds < 10**9, text


def timestamps(dice):
    rows = []
    for _ in range(300):
        row = instant(dice)
        check(row)
        rows.append((json.dumps(row[0]), *row[1:]))
    for text, fault in BAD_TIMES:
        rows.append((json.dumps(text), "!" + fault, "-", "-", "-", "-", "-"))
    return rows


def main(write, dice):
    write("parse", ["text as JSON", "coefficient", "places"], generate_texts.numbers(dice))
    write("currencies", ["code as JSON", "minor units", "ISO", "tolerance"],
          generate_texts.currencies())
    write("days", ["day", "days since 1970", "ISO weekday", "leap year"], days(dice))
    write("days-refused", ["text as JSON", "fault"],
          [(json.dumps(text), fault) for text, fault in BAD_DAYS])
    write("day-sums", ["day", "unit", "count", "sum"], day_sums(dice))
    write("timestamps", ["text as JSON", "seconds", "nanoseconds", "offset minutes", "form", "day",
                         "printed"], timestamps(dice))
