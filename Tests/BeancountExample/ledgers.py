"""Lets hledger, ledger and Folio read journals made by chance, and compares what they make of them.

    ledgers.py FOLIO [--program hledger|ledger] [--seed N] [--count N] [--keep FOLDER] [--jobs N]

A journal uses the idioms of the manuals: directives for commodities, accounts, prices, aliases,
prefixes, years and includes; days, marks, codes, comments and tags; amounts with signs and symbols
on each side; costs, prices, lots, balances and amounts that are left out; virtual postings;
periodic and automated transactions, which nobody asks for. A part of the journals has a
mistake. Folio has to accept what the program accepts, with the same units and cash in each account,
and to refuse what the program refuses.
"""

import argparse
import collections
import concurrent.futures
import csv
import datetime
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from decimal import Decimal

STOCKS = ["ACME", "VTI", '"QX 2"', "Bond"]
BROKERS = ["assets:broker", "assets:broker:two", "Assets:Depot one"]
CASH = ["assets:bank", "assets:cash", "liabilities:card"]
CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP"}


class Writer:
    """Writes one journal, a transaction at a time."""

    def __init__(self, chance, program):
        self.chance, self.program = chance, program
        self.day = datetime.date(2020, 1, 1)
        self.year = None
        self.files = {}
        self.lines = []
        self.prefix = ""
        self.money = chance.choice(["$", "$", "€", "USD", "EUR"])
        self.mark = chance.choice([".", ".", ","])
        self.lots = collections.defaultdict(list)
        self.cash = collections.Counter()
        self.mistaken = self.is_virtual = False
        self.header()

    def pick(self, *choices):
        return self.chance.choice(choices)

    def likely(self, part):
        return self.chance.random() < part

    def decimal(self, low, high, places):
        whole = self.chance.randint(low * 10 ** places, high * 10 ** places)
        return Decimal(whole).scaleb(-places)

    # Text

    def digits(self, number, places=None, grouped=False):
        number = abs(number)
        if places is not None:
            number = number.quantize(Decimal(1).scaleb(-places))
        text = f"{number:,f}" if grouped else f"{number:f}"
        if self.mark == ",":
            text = text.replace(",", "'").replace(".", ",").replace("'", ".")
        return text

    def amount(self, number, commodity=None):
        """An amount of money, in one of the ways to write it."""
        commodity = commodity or self.money
        places = max(2, -number.normalize().as_tuple().exponent)
        grouped = places == 2 and self.likely(0.2)
        digits = self.digits(number, places, grouped)
        plus = "+" if self.program == "hledger" else ""
        minus = "-" if number < 0 else self.pick("", "", "", "", plus)
        if commodity.isalpha():
            return f"{minus}{digits} {commodity}"
        return self.pick(f"{minus}{commodity}{digits}", f"{commodity}{minus}{digits}",
                         f"{minus}{digits} {commodity}", f"{commodity} {minus}{digits}")

    def units(self, number, stock):
        text = self.digits(number)
        if stock == "Bond" and self.likely(0.3):
            return f"{'-' if number < 0 else ''}{text}{stock}"
        return f"{'-' if number < 0 else ''}{text} {stock}"

    def date(self):
        day = self.day
        if self.year == day.year and self.likely(0.5):
            return self.pick(f"{day:%m-%d}", f"{day:%m/%d}")
        if self.program == "hledger" and self.likely(0.1):
            return f"{day.year}.{day.month}.{day.day}"
        return self.pick(f"{day}", f"{day}", f"{day:%Y/%m/%d}", f"{day.year}/{day.month}/{day.day}")

    def head(self, text):
        second = f"={self.day + datetime.timedelta(days=2)}" if self.likely(0.05) else ""
        mark = self.pick("", " *", " *", " !")
        code = self.pick("", "", "", " (A-12)")
        comment = self.pick("", "", "", "  ; a comment, tag: value")
        return [f"{self.date()}{second}{mark}{code} {text}{comment}"]

    def account(self, name):
        if self.prefix and name.startswith(self.prefix + ":"):
            return name[len(self.prefix) + 1:]
        return name

    def posting(self, account, amount=None, after=""):
        indent = self.pick("    ", "  ", "\t", "    * ")
        gap = self.pick("  ", "     ", "\t" if self.program == "ledger" else " \t")
        text = f"{indent}{self.account(account)}"
        if amount is not None:
            text += f"{gap}{amount}"
        if after:
            text += f" {after}"
        return text + self.pick("", "", "", "", "  ; note", "  ; key: a, date-like: 5")

    # State

    def held(self, account, stock):
        return sum((units for units, _ in self.lots[account, stock]), Decimal(0))

    def add_units(self, account, stock, number, price=None):
        if number > 0:
            self.lots[account, stock].append((number, price))
            return
        left, kept = -number, []
        for units, cost in self.lots[account, stock]:
            part = min(units, left)
            left -= part
            if units > part:
                kept.append((units - part, cost))
        self.lots[account, stock] = kept

    def add_cash(self, account, number, commodity=None):
        self.cash[account, commodity or self.money] += number

    def position(self):
        found = [key for key in self.lots if self.held(*key) > 0]
        return self.chance.choice(found) if found else None

    def some(self, account, stock):
        whole = self.held(account, stock)
        if self.likely(0.3):
            return whole
        places = max(0, -whole.as_tuple().exponent)
        part = (whole * self.chance.randint(1, 9) / 10).quantize(Decimal(1).scaleb(-places))
        return part if part > 0 else whole

    # Directives

    def header(self):
        model = "1,000.00" if self.mark == "." else "1.000,00"
        money = self.money
        own = f"{model} {money}" if money.isalpha() else f"{money}{model}"
        forms = [[f"commodity {own}"], [f"D {own}"], [f"commodity {money}", f"  format {own}"]]
        if self.program == "hledger":
            forms += [[f"decimal-mark {self.mark}"], [f"decimal-mark {self.mark}", f"D {own}"]]
        elif self.mark == ",":
            self.mark = "."
            forms = [[]]
        self.lines += self.chance.choice(forms)
        self.has_default = any(line.startswith("D ") for line in self.lines)
        if self.mark == "," and not any("decimal-mark" in line for line in self.lines):
            for name in STOCKS + ["EUR", "USD", "£", "TRIP", "LOTS"]:
                if name != money:
                    self.lines.append(f"commodity {model} {name}")
        elif self.likely(0.3):
            self.lines.append("commodity 1,000.00 ACME" if self.mark == "." else
                              "commodity 1.000,00 ACME")
        if self.likely(0.2):
            self.lines += ["account assets:bank", "account expenses:food  ; a note"]
            if self.program == "hledger":
                self.lines += ["account assets  ; type: A", "account assets:cash  ; type:C"]
        if self.likely(0.2):
            self.lines += self.pick(
                ["; a comment"], ["# a comment"], ["* a heading"],
                ["comment", "any text", "2020-01-01 x", "end comment"])
        if self.likely(0.15):
            self.lines += ["payee Shop", "tag key"]
        if self.likely(0.15):
            self.lines += [
                "~ monthly", f"    expenses:food  {self.amount(Decimal(5))}", "    assets:cash", ""]
        if self.likely(0.1) and self.program == "hledger":
            self.lines += ["= ^expenses:food", "    (budget:food)  *-1", ""]
        self.has_alias = self.likely(0.15)
        if self.has_alias:
            self.lines += ["alias giro = assets:bank"]
        if self.likely(0.2):
            self.year = 2020
            words = ["Y2020", "Y 2020"]
            if self.program == "ledger":
                words += ["year 2020", "apply year 2020"]
            self.lines.append(self.chance.choice(words))
        self.lines.append("")

    @property
    def text(self):
        return "\n".join(self.lines) + "\n"

    # Transactions

    def deposit(self):
        number = self.decimal(100, 9000, 2)
        account = self.chance.choice(CASH)
        has_alias = self.has_alias and account == "assets:bank" and not self.prefix
        name = "giro" if has_alias else account
        self.add_cash(account, number)
        after = ""
        # Virtual postings count in balances of hledger, and not in those of ledger.
        if self.likely(0.3) and not (self.is_virtual and self.program == "ledger"):
            balance = self.cash[account, self.money]
            if self.likely(self.mistakes):
                balance += 5
                self.mistaken = True
            sign = self.pick("=", "=", "==", "=*") if self.program == "hledger" else "="
            whole = sum(1 for key, value in self.cash.items() if key[0] == account and value)
            if sign == "==" and whole > 1 or any(
                    self.held(*key) for key in self.lots if key[0] == account):
                sign = "="
            if sign == "=*":
                sign = "="
            after = f"{sign} {self.amount(balance)}"
        return self.head("deposit") + [
            self.posting(name, self.amount(number), after),
            self.posting(self.pick("income:salary", "equity:opening balances"))]

    def spend(self):
        number = self.decimal(1, 90, 2)
        account = self.chance.choice(CASH)
        self.add_cash(account, -number)
        lines = [self.posting("expenses:food", self.amount(number))]
        if self.likely(0.3):
            other = self.decimal(1, 9, 2)
            self.add_cash(account, -other)
            lines.append(self.posting("expenses:fees", self.amount(other)))
        if self.likely(0.1):
            lines.append("    ; a comment of its own")
        if self.likely(0.2):
            lines.append(self.posting("expenses:other", self.pick("0", self.amount(Decimal(0)))))
        return self.head("food") + lines + [self.posting(account)]

    def assign(self):
        if self.is_virtual and self.program == "ledger":
            return None
        account = "assets:cash"
        number = self.decimal(10, 900, 2)
        self.cash[account, self.money] = number
        return self.head("count") + [
            self.posting(account, "", f"= {self.amount(number)}").replace("  =", "  ="),
            self.posting(self.pick("expenses:other", "equity:adjustments"))]

    def buy(self):
        stock, account = self.chance.choice(STOCKS), self.chance.choice(BROKERS)
        number = self.decimal(1, 30, self.pick(0, 0, 0, 1, 3))
        price = self.decimal(5, 20, self.pick(0, 1, 2, 2, 4))
        total = number * price
        payer = self.chance.choice(CASH)
        form = self.chance.random()
        exact = total == total.quantize(Decimal("0.01"))
        after = f"@ {self.amount(price)}"
        if form < 0.2 and exact:
            after = f"@@ {self.amount(total)}"
        elif form < 0.3:
            after = f"{{{self.amount(price)}}} @ {self.amount(price)}"
        elif form < 0.4:
            after = f"{{{self.amount(price)}}} [{self.day}] @ {self.amount(price)}"
        elif form < 0.45 and self.program == "ledger":
            after = f"{{{self.amount(price)}}} [{self.day}] (a note) @ {self.amount(price)}"
        elif form < 0.5 and self.program == "ledger":
            after = f"(@) {self.amount(price)}" if self.likely(0.5) else after
        elif form < 0.55 and exact:
            after = ""
        fee = self.decimal(1, 9, 2) if self.likely(0.3) and after else Decimal(0)
        paid = total + fee
        lines = self.head("buy") + [self.posting(account, self.units(number, stock), after)]
        if fee:
            lines.append(self.posting("expenses:fees", self.amount(fee)))
        if (self.likely(0.5) or not exact) and after:
            lines.append(self.posting(payer))
        else:
            if self.likely(self.mistakes) and after:
                paid += 1
                self.mistaken = True
            lines.append(self.posting(payer, self.amount(-paid)))
        self.add_units(account, stock, number, price)
        self.add_cash(payer, -paid)
        return lines

    def sell(self):
        found = self.position()
        if found is None:
            return None
        account, stock = found
        number = self.some(account, stock)
        price = self.decimal(5, 20, self.pick(0, 1, 2))
        total = number * price
        payee = self.chance.choice(CASH)
        exact = total == total.quantize(Decimal("0.01"))
        lines = self.head("sell")
        form = self.chance.random()
        if form < 0.2 and exact:
            after = f"@@ {self.amount(total)}"
            lines.append(self.posting(account, self.units(-number, stock), after))
        elif form < 0.3 and exact:
            lines.append(self.posting(account, self.units(-number, stock)))
        else:
            after = f"@ {self.amount(price)}"
            lines.append(self.posting(account, self.units(-number, stock), after))
        fee = self.decimal(1, 4, 2) if self.likely(0.3) and form >= 0.3 else Decimal(0)
        if fee:
            lines.append(self.posting("expenses:fees", self.amount(fee)))
        received = total - fee
        if (self.likely(0.5) or not exact) and not 0.2 <= form < 0.3:
            lines.append(self.posting(payee))
        elif 0.2 <= form < 0.3 and not exact:
            lines.append(self.posting(payee))
        else:
            lines.append(self.posting(payee, self.amount(received)))
        self.add_units(account, stock, -number)
        self.add_cash(payee, received)
        return lines

    def sell_at_cost(self):
        """The price is the cost, and a posting has the gain."""
        found = self.position()
        if found is None:
            return None
        account, stock = found
        units, cost = self.lots[account, stock][0]
        if cost is None:
            return None
        received = (units * cost).quantize(Decimal("0.01")) + self.decimal(1, 40, 2)
        payee = self.chance.choice(CASH)
        self.add_units(account, stock, -units)
        self.add_cash(payee, received)
        return self.head("sell at cost") + [
            self.posting(account, self.units(-units, stock), f"@ {self.amount(cost)}"),
            self.posting(payee, self.amount(received)),
            self.posting(self.pick("income:capital gains", "revenue:gains"))]

    def sell_on_payday(self):
        """A sale at its price or its cost, and an income that is none of it."""
        found = self.position()
        if found is None:
            return None
        account, stock = found
        units, cost = self.lots[account, stock][0]
        price = cost if cost is not None and self.likely(0.5) else self.decimal(5, 20, 2)
        received = (units * price).quantize(Decimal("0.01"))
        if received != units * price:
            return None
        payee, wage = self.chance.choice(CASH), self.decimal(100, 900, 2)
        self.add_units(account, stock, -units)
        self.add_cash(payee, received + wage)
        lines = self.head("sell on payday") + [
            self.posting(account, self.units(-units, stock), f"@ {self.amount(price)}"),
            self.posting(payee, self.amount(received + wage))]
        income = self.pick("income:salary", "income:other", "income:dividends")
        return lines + [self.posting(income, self.amount(-wage) if self.likely(0.5) else None)]

    def buy_through_equity(self):
        """Equity between units and money, as hledger writes it."""
        stock, account = self.chance.choice(STOCKS), self.chance.choice(BROKERS)
        payer, number = self.chance.choice(CASH), self.decimal(1, 30, 0)
        price = self.decimal(5, 20, 2)
        total = number * price
        pair = [self.posting("equity:conversion", self.units(-number, stock)),
                self.posting("equity:conversion", self.amount(total))]
        self.chance.shuffle(pair)
        self.add_units(account, stock, number, price)
        self.add_cash(payer, -total)
        return self.head("buy through equity") + [
            self.posting(account, self.units(number, stock)), *pair,
            self.posting(payer, self.amount(-total))]

    def transfer(self):
        found = self.position()
        if found is None:
            return None
        account, stock = found
        target = self.chance.choice([name for name in BROKERS if name != account])
        number = self.some(account, stock)
        self.add_units(account, stock, -number)
        self.add_units(target, stock, number)
        first, second = self.units(-number, stock), self.units(number, stock)
        form = self.chance.random()
        if form < 0.4:
            first, second = self.pick((None, second), (first, None))
        elif form < 0.5:
            price = self.amount(self.decimal(5, 20, 2))
            first, second = f"{first} @ {price}", f"{second} @ {price}"
        return self.head("move") + [self.posting(account, first), self.posting(target, second)]

    def round_trip(self):
        """Units that are bought and sold in one transaction."""
        account, payer = self.chance.choice(BROKERS), self.chance.choice(CASH)
        units, price, other = self.decimal(1, 30, 0), self.decimal(5, 20, 2), self.decimal(5, 20, 1)
        sold = (units / 2).quantize(Decimal(1)) or units
        self.add_units(account, "TRIP", units, price)
        self.add_units(account, "TRIP", -sold)
        self.add_cash(payer, sold * other - units * price)
        return self.head("round trip") + [
            self.posting(account, self.units(units, "TRIP"), f"@ {self.amount(price)}"),
            self.posting(account, self.units(-sold, "TRIP"), f"@ {self.amount(other)}"),
            self.posting(payer)]

    def split_by_equity(self):
        found = self.position()
        if found is None:
            return None
        account, stock = found
        units = self.held(account, stock)
        self.lots[account, stock] = [
            (number * 2, cost and cost / 2) for number, cost in self.lots[account, stock]]
        form = self.chance.random()
        last = self.units(-units * 2, stock) if form < 0.5 else None
        lines = [self.posting(account, self.units(-units, stock)),
                 self.posting("equity:splits", self.units(units, stock)),
                 self.posting(account, self.units(units * 2, stock)),
                 self.posting("equity:splits", last)]
        if form > 0.8:
            lines = [lines[0], lines[2], lines[3]]
        return self.head("split by equity") + lines

    def split_at_cost(self):
        """A split of several lots, at what all of them cost."""
        found = self.position()
        if found is None:
            return None
        account, stock = found
        lots = self.lots[account, stock]
        if any(cost is None for _, cost in lots):
            return None
        units = self.held(account, stock)
        total = sum(number * cost for number, cost in lots)
        if total != total.quantize(Decimal("0.01")):
            return None
        self.lots[account, stock] = [(number * 3, None) for number, cost in lots]
        return self.head("split at cost") + [
            self.posting(account, self.units(-units, stock), f"@@ {self.amount(total)}"),
            self.posting(account, self.units(units * 3, stock), f"@@ {self.amount(total)}")]

    def exponent(self):
        if self.program != "hledger":
            return None
        self.add_cash("assets:cash", Decimal(150))
        mark = self.mark
        return self.head("exponent") + [
            self.posting("assets:cash", f"1{mark}5E2 {self.money}"
                         if self.money.isalpha() else f"{self.money}1{mark}5E2"),
            self.posting("income:salary")]

    def lot_sale(self):
        """A sale that balances at the cost of its lot, with the gain: only ledger has it."""
        if self.program != "ledger":
            return None
        account = "assets:lots"
        units, cost, price = self.decimal(1, 30, 0), self.decimal(5, 20, 2), self.decimal(5, 20, 1)
        payer = self.chance.choice(CASH)
        lot = self.pick("", f" [{self.day}]", f" [{self.day}] (a lot)")
        lines = self.head("buy a lot") + [
            self.posting(account, self.units(units, "LOTS"),
                         f"{{{self.amount(cost)}}}{lot} @ {self.amount(cost)}"),
            self.posting(payer)]
        self.add_cash(payer, -units * cost)
        sold = (units / 2).quantize(Decimal(1)) or units
        self.lots[account, "LOTS"].append((units - sold, None))
        self.add_cash(payer, sold * price)
        gain = sold * (price - cost)
        return lines + [""] + self.head("sell a lot") + [
            self.posting(account, self.units(-sold, "LOTS"),
                         f"{{{self.amount(cost)}}}{lot} @ {self.amount(price)}"),
            self.posting(payer, self.amount(sold * price)),
            self.posting("income:capital gains",
                         self.amount(-gain) if self.likely(0.5) else None)]

    def of_ledger_only(self):
        if self.program != "ledger":
            return None
        number = self.decimal(1, 90, 2)
        self.add_cash("assets:bank", -number)
        lines = ["  expenses:food  " + self.amount(number), "  assets:bank"]
        return self.pick(
            ["apply tag trip", ""] + self.head("tagged") + lines + ["", "end apply tag"],
            self.head("tags") + ["  ; :one:two:", "  ; key:: 5"] + lines,
            self.head("effective") + [lines[0] + f"  ; [={self.day}]", lines[1]],
            ["define x = 5", "N $", ""] + self.head("defined") + lines)

    def split(self):
        found = self.position()
        if found is None:
            return None
        account, stock = found
        if len(self.lots[account, stock]) != 1 or self.lots[account, stock][0][1] is None:
            return None
        units, cost = self.lots[account, stock][0]
        ratio = self.pick(2, 4, 5)
        if -(cost / ratio).normalize().as_tuple().exponent > 6:
            return None
        self.lots[account, stock] = [(units * ratio, cost / ratio)]
        new = cost / ratio
        return self.head("split") + [
            self.posting(account, self.units(-units, stock), f"@ {self.amount(cost)}"),
            self.posting(account, self.units(units * ratio, stock), f"@ {self.amount(new)}")]

    def unit_fee(self):
        found = self.position()
        if found is None:
            return None
        account, stock = found
        number = min(self.held(account, stock), Decimal("0.5"))
        self.add_units(account, stock, -number)
        return self.head("fee in units") + [
            self.posting("expenses:fees", self.units(number, stock)), self.posting(account)]

    def dividend(self):
        number = self.decimal(1, 90, 2)
        account = self.chance.choice(CASH)
        self.add_cash(account, number)
        tax = []
        if self.likely(0.3):
            self.add_cash(account, -1)
            tax = [self.posting("expenses:tax", self.amount(Decimal(1)))]
        return self.head("dividend") + [self.posting(account)] + tax + [
            self.posting(self.pick("income:dividends", "income:ACME:dividend", "income:interest"),
                         self.amount(-number))]

    def exchange(self):
        other = "£"
        number, rate = self.decimal(10, 500, 2), self.decimal(1, 2, 2)
        total = number * rate
        exact = total == total.quantize(Decimal("0.01"))
        self.add_cash("assets:bank", number, other)
        self.add_cash("assets:cash", -total)
        if self.likely(0.3) and exact:
            return self.head("exchange") + [
                self.posting("assets:bank", self.amount(number, other), f"@@ {self.amount(total)}"),
                self.posting("assets:cash", self.amount(-total))]
        return self.head("exchange") + [
            self.posting("assets:bank", self.amount(number, other), f"@ {self.amount(rate)}"),
            self.posting("assets:cash")]

    def move_cash(self):
        number = self.decimal(1, 90, 2)
        one, two = self.chance.sample(CASH, 2)
        self.add_cash(one, number)
        self.add_cash(two, -number)
        return self.head("move cash") + [
            self.posting(one, self.amount(number)),
            self.posting(two, self.amount(-number) if self.likely(0.5) else None)]

    def virtual(self):
        if self.prefix:
            return None
        self.is_virtual = True
        number = self.decimal(1, 90, 2)
        self.add_cash("assets:cash", number)
        amount = self.amount(number)
        spent = self.decimal(1, 9, 2)
        self.add_cash("assets:bank", -spent)
        extra = [f"    (assets:cash)  {amount}"]
        if self.likely(0.5):
            self.add_cash("assets:bank", -number)
            extra = [f"    [assets:cash]  {amount}", f"    [assets:bank]  {self.amount(-number)}"]
        lines = [f"    expenses:food  {self.amount(spent)}", "    assets:bank"]
        return self.head("virtual") + (extra + lines if self.likely(0.3) else lines + extra)

    def quote(self):
        stock = self.chance.choice(STOCKS)
        return [f"P {self.day} {stock} {self.amount(self.decimal(5, 20, 2))}"]

    def included(self):
        name = f"part{len(self.files)}.journal"
        lines, self.lines, prefix = self.lines, [], self.prefix
        inner = self.buy() + [""] + self.spend()
        if self.year:
            inner = [f"Y{self.year}"] + inner
        if self.mark == ",":
            inner = ["decimal-mark ,"] + inner
        self.files[name] = "\n".join(inner) + "\n"
        self.lines = lines
        return [self.pick(f"include {name}", f"include ./{name}")]

    def apply(self):
        if self.prefix:
            return None
        self.prefix = "assets"
        number = self.decimal(1, 90, 2)
        self.add_cash("assets:cash", number)
        self.add_cash("assets:bank", -number)
        lines = ["apply account assets", ""] + self.head("prefix") + [
            self.posting("assets:cash", self.amount(number)), self.posting("assets:bank"), "",
            "end apply account"]
        self.prefix = ""
        return lines

    def unbalanced(self):
        if not self.likely(self.mistakes):
            return None
        self.mistaken = True
        return self.head("unbalanced") + [
            self.posting("assets:bank", self.amount(Decimal(10))),
            self.posting("income:salary", self.amount(Decimal(-9)))]

    def other(self):
        return self.pick(
            ["; a comment line"], ["comment", "  indented", "end comment"], ["* heading"],
            ["# hash"])

    def write(self, length, mistakes):
        self.mistakes = mistakes
        kinds = [self.buy] * 6 + [self.sell] * 4 + [self.sell_at_cost] * 2 + [
            self.deposit, self.deposit, self.spend, self.assign, self.transfer, self.transfer,
            self.split, self.unit_fee, self.dividend, self.exchange, self.move_cash, self.virtual,
            self.round_trip, self.split_by_equity, self.split_at_cost, self.exponent,
            self.lot_sale, self.of_ledger_only, self.quote, self.included, self.apply,
            self.unbalanced, self.other, self.sell_on_payday, self.buy_through_equity]
        for _ in range(length):
            lines = self.chance.choice(kinds)()
            if lines is None:
                continue
            self.lines += lines + [""]
            self.day += datetime.timedelta(days=self.pick(0, 1, 1, 20))
            if self.day.year != 2020:
                self.year = None
            if self.mistaken:
                return


def is_kept(account):
    return account.lower().startswith(("assets:", "liabilities:"))


def name_of(commodity):
    return CURRENCIES.get(commodity, commodity.strip('"'))


def of_hledger(path):
    run = subprocess.run(["hledger", "-f", path, "bal", "--flat", "-N", "-O", "json"],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr
    found = collections.Counter()
    for row in json.loads(run.stdout)[0]:
        for amount in row[3]:
            quantity = amount["aquantity"]
            number = Decimal(quantity["decimalMantissa"]).scaleb(-quantity["decimalPlaces"])
            if is_kept(row[0]):
                found[row[0], name_of(amount["acommodity"])] += number
    return found, ""


def of_ledger(path):
    form = "%(account)\\t%(quantity(scrub(amount)))\\t%(commodity(scrub(amount)))\\n"
    run = subprocess.run(["ledger", "--args-only", "-f", path, "reg", "--format", form],
                         capture_output=True, text=True)
    if run.returncode != 0:
        return None, run.stderr
    found = collections.Counter()
    for line in run.stdout.splitlines():
        account, number, commodity = line.split("\t")
        account = account.strip("()[]")
        if is_kept(account):
            found[account, name_of(commodity)] += Decimal(number.replace(",", ""))
    return found, ""


def rows(folio, report, ledger):
    run = subprocess.run(
        [folio, report, ledger, "--format", "csv", "--quiet"], capture_output=True, text=True)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def actual(folio, ledger):
    found = collections.Counter()
    for row in rows(folio, "cash", ledger):
        found[row["name"], row["currency"]] += Decimal(row["balance"])
    for row in rows(folio, "lots", ledger):
        found[row["account"], row["symbol"]] += Decimal(row["quantity"])
    return found


def fault(text):
    lines = text.splitlines()
    first = next((number for number, line in enumerate(lines) if "error:" in line), 0)
    return " / ".join(lines[first:first + 5])


def check(folio, program, seed, keep):
    chance = random.Random(seed)
    writer = Writer(chance, program)
    writer.write(chance.randint(3, 20), chance.choice([0, 0, 0, 0.3]))
    if "assets:" not in writer.text.lower():
        return seed, False, None
    with tempfile.TemporaryDirectory() as work:
        path, ledger = os.path.join(work, "main.journal"), os.path.join(work, "ledger.json")
        for name, text in [("main.journal", writer.text)] + list(writer.files.items()):
            with open(os.path.join(work, name), "w") as file:
                file.write(text)
        expected, problem = of_hledger(path) if program == "hledger" else of_ledger(path)
        run = subprocess.run(
            [folio, "import", path, "--output", ledger], capture_output=True, text=True)
        is_refused = run.returncode != 0 or re.search(
            r"the file gives (a balance of )?-?[0-9.]+|but its postings give",
            run.stderr) is not None
        found = None
        if "[F502]" in run.stderr:
            # Nothing of it is of accounts that are kept.
            return seed, expected is None, None
        if expected is None and not is_refused:
            found = f"{program} refuses it: {problem[:300]}"
        elif expected is not None and (is_refused or "questions:" in run.stderr):
            found = f"Folio refuses it: {fault(run.stderr)}"
        elif expected is not None and os.path.exists(ledger):
            other = actual(folio, ledger)
            for key in sorted(set(expected) | set(other)):
                if abs(expected[key] - other[key]) > Decimal("0.005"):
                    found = f"{' '.join(key)}: {program} {expected[key]}, Folio {other[key]}"
                    break
        gains = re.search(r"gains: (\d+) of (\d+) agree", run.stderr)
        if not found and gains and gains[1] != gains[2]:
            found = "gains differ: " + gains[0]
        if found and keep:
            folder = os.path.join(keep, str(seed))
            os.makedirs(folder, exist_ok=True)
            for name, text in [("main.journal", writer.text)] + list(writer.files.items()):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
    return seed, expected is None, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folio")
    parser.add_argument("--program", default="hledger")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--keep")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    refused = differing = 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        seeds = range(options.seed, options.seed + options.count)
        tasks = [
            pool.submit(check, options.folio, options.program, seed, options.keep)
            for seed in seeds]
        for task in tasks:
            seed, is_refused, found = task.result()
            refused += is_refused
            if found:
                differing += 1
                print(f"seed {seed}: {found}", flush=True)
    print(f"  {options.count} journals, {refused} of them refused by {options.program}; "
          f"{differing} differ")
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
