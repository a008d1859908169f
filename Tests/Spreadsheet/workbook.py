"""Compares the sheets of a workbook, as LibreOffice and openpyxl read them, with the reports."""

import csv
import datetime
import glob
import json
import os
import subprocess
import sys
from decimal import Decimal, InvalidOperation

import openpyxl

from reports import LEDGERS, Folio, expect

# The sheets, in order, and the command lines of their reports.
SHEETS = [
    ("Holdings", ["holdings"]), ("Positions", ["positions"]),
    ("Performance", ["performance", "--by", "year"]), ("Drawdowns", ["drawdowns"]),
    ("Lots", ["lots"]), ("Gains", ["gains"]),
    ("Tax form", ["tax-form"]), ("Tax facts", ["tax-facts"]),
    ("Tax differences", ["tax-differences"]), ("Pnl", ["pnl"]),
    ("Cash", ["cash"]), ("Register", ["register"]),
    ("Income", ["income"]), ("Journal", ["journal"]), ("Trial balance", ["trial-balance"]),
    ("Balance sheet", ["balance-sheet"]), ("Income statement", ["income-statement"]),
]

# The sheets that only ledgers with tax rules have.
TAX_SHEETS = ("Tax form", "Tax differences")


def number(text):
    try:
        return Decimal(text)
    except (InvalidOperation, TypeError):
        return None


def is_same(expected, actual):
    """Whether a value of LibreOffice is that of the report: numbers to 15 digits."""
    if expected == actual:
        return True
    one, two = number(expected), number(actual)
    if one is not None and two is None and actual.endswith("%"):
        # LibreOffice writes ratios as percentages, with fewer digits. openpyxl has all of them.
        ratio = number(actual[:-1])
        return ratio is not None and abs(one - ratio / 100) <= Decimal("1e-11")
    if one is None or two is None:
        return False
    return one == two or abs(one - two) <= abs(one) * Decimal("1e-14")


def converted(folio, path):
    """The sheets as LibreOffice reads and computes them, by title: rows of texts, days as ISO."""
    folder = f"{folio.work}/csv"
    for old in glob.glob(f"{folder}/*"):
        os.remove(old)
    # Comma, quotes, UTF-8, no format as shown, all sheets.
    options = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,{},false,false,false,-1"
    sheets = []
    for is_shown in ("false", "true"):
        subprocess.run(
            ["soffice", "--headless", f"-env:UserInstallation=file://{folio.work}/office",
             "--convert-to", options.format(is_shown), "--outdir", folder, path],
            check=True, capture_output=True, timeout=300)
        found = {}
        for file in glob.glob(f"{folder}/*.csv"):
            title = os.path.basename(file)[len(os.path.basename(path)) - len(".xlsx") + 1:-len(".csv")]
            with open(file, encoding="utf-8", newline="") as stream:
                found[title] = list(csv.reader(stream))
            os.remove(file)
        sheets.append(found)
    return sheets


def compare_rows(title, rows, columns, sheet, shown):
    """Compares the rows of a sheet with those of the report; returns the columns of the sheet."""
    header = sheet[0]
    places, place = [], 0
    for key in columns:
        has_exact = place + 1 < len(header) and header[place + 1].endswith(", exact")
        places.append((key, place, has_exact))
        place += 2 if has_exact else 1
    expect(place == len(header), f"{title}: {header} has other columns than {columns}")
    for index, row in enumerate(rows):
        for key, place, has_exact in places:
            expected = row[key]
            actual = sheet[index + 1][place]
            if len(expected) == 10 and expected[4:5] == expected[7:8] == "-":
                actual = shown[index + 1][place]
            where = f"{title}, row {index + 2}, {key}"
            expect(is_same(expected, actual), f"{where}: {actual!r}, not {expected!r}")
            digits = number(expected)
            if has_exact and digits is not None:
                exact = sheet[index + 1][place + 1]
                length = len(digits.normalize().as_tuple().digits)
                expect(
                    (exact == "") == (length <= 15), f"{where}: {exact!r} beside {expected}")
                if exact:
                    expect(Decimal(exact) == digits, f"{where}: {exact} beside {expected}")
    return places


def compare_totals(title, totals, known, places, count, sheet, formulas):
    """Compares the row of totals, and counts the formulas in it."""
    found = 0
    for key, place, _ in places:
        if key not in totals:
            continue
        expected = known.get(key, totals[key])
        actual = sheet[count + 1][place] if count + 1 < len(sheet) else ""
        expect(
            is_same(expected if expected is not None else "", actual),
            f"{title}: the total of {key} is {actual!r}, not {expected!r}")
        cell = formulas.cell(row=count + 2, column=place + 1).value
        if isinstance(cell, str) and cell.startswith("=SUM("):
            found += 1
    return found


def compare_cells(title, rows, columns, places, values):
    """Compares what openpyxl reads: numbers are numbers, and days are days."""
    numbers = days = 0
    for index, row in enumerate(rows):
        for key, place, _ in places:
            cell = values.cell(row=index + 2, column=place + 1)
            expected, actual = row[key], cell.value
            if isinstance(actual, datetime.datetime):
                expect(str(actual.date()) == expected, f"{title}: {actual}, not {expected}")
                expect("yyyy" in cell.number_format, f"{title}: {cell.number_format}")
                days += 1
            elif isinstance(actual, (int, float)):
                expect(is_same(expected, repr(actual)), f"{title}: {actual!r}, not {expected}")
                numbers += 1
            else:
                expect((actual or "") == expected, f"{title}: {actual!r}, not {expected!r}")
    return numbers, days


def check(folio, name, arguments):
    ledger = folio.ledger(name)
    path = f"{folio.work}/book.xlsx"
    folio.run("export", "xlsx", ledger, *arguments, "--output", path, "--quiet")
    again = f"{folio.work}/again.xlsx"
    folio.run("export", "xlsx", ledger, *arguments, "--output", again, "--quiet")
    with open(path, "rb") as one, open(again, "rb") as two:
        expect(one.read() == two.read(), f"{name}: two workbooks differ")
    sheets, shown = converted(folio, path)
    formulas = openpyxl.load_workbook(path)
    values = openpyxl.load_workbook(path, data_only=True)
    with open(ledger, encoding="utf-8") as stream:
        settings = json.load(stream).get("settings", {})
    has_form = "--tax-rules" in arguments or settings.get("tax_rules", "none") != "none"
    wanted = [sheet for sheet in SHEETS if sheet[0] not in TAX_SHEETS or has_form]
    expect(len(formulas.sheetnames) == len(wanted), f"{name}: {formulas.sheetnames}")
    counts = {"sheets": 0, "rows": 0, "numbers": 0, "days": 0, "formulas": 0}
    for title, (expected, command) in zip(formulas.sheetnames, wanted):
        expect(title == expected, f"{name}: the sheet {title}")
        rows, columns = folio.rows(*command, ledger, *arguments)
        totals, known = folio.totals(*command, ledger, *arguments)
        expect(formulas[title].freeze_panes == "A2", f"{title}: the header is not frozen")
        places = compare_rows(title, rows, columns, sheets[title], shown[title])
        if command[0] not in ("performance", "register", "journal"):
            counts["formulas"] += compare_totals(
                title, totals, known, places, len(rows), sheets[title], formulas[title])
        numbers, days = compare_cells(title, rows, columns, places, values[title])
        counts["sheets"] += 1
        counts["rows"] += len(rows)
        counts["numbers"] += numbers
        counts["days"] += days
    return counts


def main():
    folio = Folio(*sys.argv[1:])
    os.makedirs(f"{folio.work}/csv", exist_ok=True)
    sums = {}
    for name, arguments in LEDGERS:
        for key, count in check(folio, name, arguments).items():
            sums[key] = sums.get(key, 0) + count
    for key, least in {"sheets": 60, "numbers": 2000, "days": 500, "formulas": 20}.items():
        expect(sums[key] >= least, f"only {sums[key]} {key} were compared")
    words = ", ".join(f"{count} {key}" for key, count in sums.items())
    print(f"  workbooks: {words} compared in LibreOffice and openpyxl")


main()
