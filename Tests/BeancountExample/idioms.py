"""Idioms of beancount's manual beyond purchases and sales, for the journals of generated.py."""

import datetime
from decimal import Decimal


# The text of transfers and splits whose units get the day of the transaction in beancount. In Folio
# they keep the day of their acquisition.
LOST_DAY = "without a day"


class Idioms:
    """Further transactions and directives of a writer."""

    def odd_head(self, text):
        """A head with a flag, tags and links in each form."""
        flag = self.chance.choice(["*", "!", "txn", "P", "S", "T", "U", "R", "M", "?", "&"])
        names = self.chance.choice([
            f'"{text}"', f'"Payee, Inc." "{text}"', f'"" "{text}"', f'"{text} of \\"words\\""',
            f'"{text}\nin two lines"', '""'])
        tags = self.chance.choice(["", " #a #b-2 ^l/1", " ^x.y", "  ; a comment"])
        day = f"{self.day:%Y/%m/%d}" if self.chance.random() < 0.3 else f"{self.day}"
        lines = [f"{day} {flag} {names}{tags}"]
        if self.chance.random() < 0.4:
            lines.append(self.chance.choice([
                '  note: "text"', "  date: 2020-01-01", "  count: 5", "  what: Assets:Bank",
                "  amount: 5.00 USD", "  tag: #x", "  yes: TRUE", "  none:", "  ; a comment"]))
        return lines

    def odd_spend(self):
        """Numbers, flags and comments in each form."""
        number = self.chance.choice(
            ["1,234.50", "+12.", "(3 + 4) * 2.5", "10 / 4", "-(2 - 7)", "7"])
        flag = self.chance.choice(["", "! ", "* ", "? "])
        lines = self.odd_head("food") + [f"  {flag}Expenses:Food  {number} USD ; why"]
        if self.chance.random() < 0.3:
            lines.append("    price-of: 5.00 USD")
        return lines + ["  Assets:Cash"]

    def tagged(self):
        return ["pushtag #trip", "pushmeta place: \"Rome\""] + self.spend() + [
            "poptag #trip", "popmeta place:"]

    def directives(self):
        return [self.chance.choice([
            f'{self.day} document Assets:Bank "/etc/passwd"',
            f'{self.day} query "cash" "SELECT account"',
            f'{self.day} note Assets:Bank "two\nlines"',
            f'{self.day} custom "budget" Expenses:Food "monthly" 10.00 USD TRUE 2020-01-01',
            f"{self.day} commodity Y{self.day.day}\n  precision: 3", "* A heading", "# another",
            ":PROPERTIES:", "; vim: something"])]

    def ordered_cost(self):
        """What braces name, in any order, of units that come in."""
        units, price = self.units(), self.price()
        older = self.day - datetime.timedelta(days=self.chance.randint(0, 40))
        parts = [f"{price} USD", f"{older}"]
        if self.chance.random() < 0.5:
            parts.append(f'"o{self.chance.randint(1, 3)}"')
        self.chance.shuffle(parts)
        return self.head("buy") + [
            f"  {self.chance.choice(self.brokers)}  {units} HOOL {{{', '.join(parts)}}}",
            "  Assets:Bank"]

    def sell_total(self):
        """A sale whose braces have the total cost, or a part of what names the lot."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        units, cost = position.units.number, position.cost
        total = (units * cost.number).normalize()
        braces = self.chance.choice([
            f"{{{{{total:f} USD}}}}", f"{{{cost.date}, {cost.number} USD}}",
            f"{{{cost.number} USD , {cost.date}}}"])
        price = self.price()
        return self.head("sell all") + [
            f"  {account}  -{units} {position.units.currency} {braces} @ {price} USD",
            f"  Assets:Bank  {(units * price).quantize(Decimal('0.01'))} USD", "  Income:Gains"]

    def round_trip(self):
        """Units that are bought and sold in one transaction."""
        account, price = self.chance.choice(self.brokers), self.price()
        stock = self.chance.choice(["HOOL", "TRIP"])
        units = self.number(1, 30, 0)
        sold, other = self.part(units), self.price()
        both = [f"  {account}  {units} {stock} {{{price} USD}}",
                f"  {account}  -{sold} {stock} {{{price} USD}} @ {other} USD"]
        self.chance.shuffle(both)
        return self.head("round trip") + both + [
            f"  Assets:Bank  {sold * other - units * price} USD", "  Income:Gains"]

    def round_trip_at_price(self):
        account, price, other = self.chance.choice(self.brokers), self.price(), self.price()
        units = self.number(1, 30, 0)
        return self.head("round trip") + [
            f"  {account}  {units} PLAIN @ {price} USD",
            f"  {account}  -{self.part(units)} PLAIN @ {other} USD", "  Assets:Bank"]

    def rebuy(self):
        """A sale and a purchase of the same instrument, as for a loss that counts."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        units, price = self.part(position.units.number), self.price()
        back = units if self.chance.random() < 0.7 else self.units()
        cost = position.cost
        lines = self.head("sell and buy back") + [
            f"  {account}  -{units} {position.units.currency} "
            f"{{{cost.number} USD, {cost.date}}} @ {price} USD",
            f"  {account}  {back} {position.units.currency} {{{price} USD}}"]
        if back != units:
            lines.append(f"  Assets:Bank  {(units - back) * price} USD")
        return lines + ["  Income:Gains"]

    def open_books(self):
        """Lots of earlier days that come in for equity."""
        older = self.day - datetime.timedelta(days=self.chance.randint(1, 900))
        return self.head("opening") + [
            f"  {self.chance.choice(self.brokers)}  {self.units()} HOOL "
            f"{{{self.price()} USD, {older}}}",
            f"  Assets:Bank  {self.number(1, 900, 2)} USD", "  Equity:Opening-Balances"]

    def give(self):
        """Units that leave for a gift, at cost."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        units, cost = self.part(position.units.number), position.cost
        lot = f"{{{cost.number} USD, {cost.date}}}"
        target = f"  Expenses:Gifts  {units} {position.units.currency} {lot}"
        if self.chance.random() < 0.5:
            target = "  Expenses:Gifts"
        return self.head("give") + [
            f"  {account}  -{units} {position.units.currency} {lot}", target]

    def unit_fee(self):
        account = self.chance.choice(self.brokers)
        owned = self.inventories[account].get_currency_units("PLAIN").number
        if owned < 1:
            return None
        at = self.chance.choice(["", f" @ {self.price()} USD"])
        return self.head("fee in units") + [
            f"  {account}  -0.5 PLAIN{at}", f"  Expenses:Fees  0.5 PLAIN{at}"]

    def move_plain(self):
        account = self.chance.choice(self.brokers)
        owned = self.inventories[account].get_currency_units("PLAIN").number
        if owned <= 0:
            return None
        units = self.part(owned)
        target = self.chance.choice([broker for broker in self.brokers if broker != account])
        at = self.chance.choice(["", f" @ {self.price()} USD"])
        return self.head("move") + [
            f"  {account}  -{units} PLAIN{at}",
            f"  {target}  {units} PLAIN{at}" if at or self.chance.random() < 0.5 else f"  {target}"]

    def move_all(self):
        """All lots of an instrument to another account."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, stock = found[0], found[1].units.currency
        target = self.chance.choice([broker for broker in self.brokers if broker != account])
        lines = self.head("move all")
        for position in self.inventories[account]:
            if position.units.currency != stock:
                continue
            cost = position.cost
            if cost is None or position.units.number <= 0:
                return None
            label = f', "{cost.label}"' if cost.label else ""
            lot = f"{{{cost.number} {cost.currency}, {cost.date}{label}}}"
            lines += [f"  {account}  -{position.units.number} {stock} {lot}",
                      f"  {target}  {position.units.number} {stock} {lot}"]
        return lines

    def exchange_at_cost(self):
        """A currency at cost beside a plain one."""
        euros, rate = self.number(10, 500, 2), self.number(1, 2, 2)
        account = self.chance.choice(["Assets:Bank", "Assets:One"])
        if self.inventories[account].get_currency_units("EUR").number < 0:
            return None
        return self.head("euros at cost") + [
            f"  {account}  {euros} EUR {{{rate} USD}}", "  Assets:Cash"]

    def spend_at_cost(self):
        positions = [
            (account, position) for account in ("Assets:Bank", "Assets:One")
            for position in self.inventories[account]
            if position.cost is not None and position.units.currency == "EUR"
            and position.units.number > 0]
        if not positions or self.methods.get(positions[0][0]) == "NONE":
            return None
        account, position = positions[0]
        rate = self.number(1, 2, 2)
        euros = position.units.number
        return self.head("euros back") + [
            f"  {account}  -{euros} EUR {{{position.cost.number} USD, {position.cost.date}}} "
            f"@ {rate} USD", f"  Assets:Cash  {(euros * rate).quantize(Decimal('0.01'))} USD",
            "  Income:Gains"]

    def long_price(self):
        units = self.number(1, 30, 3)
        price = self.price() / 7
        total = (units * price).quantize(Decimal("0.01"))
        at = self.chance.choice([f"PLAIN @ {price}", f"HOOL {{{price} USD}} @ {price}"])
        return self.head("long price") + [
            f"  {self.chance.choice(self.brokers)}  {units} {at} USD",
            self.chance.choice(["  Assets:Bank", f"  Assets:Bank  -{total} USD"])]

    def free_units(self):
        account = self.chance.choice(self.brokers)
        return self.head("free units") + [
            f"  {account}  {self.number(1, 9, 0)} HOOL {{0 USD}}"] + self.chance.choice(
            [[], ["  Income:Gifts  0 USD"], ["  Assets:Bank"]])

    def salary(self):
        return self.head("salary") + [
            "  Assets:Bank  900.00 USD", "  Expenses:Taxes  100.00 USD",
            "  Expenses:Fees  2.00 USD",
            f"  {self.chance.choice(self.brokers)}  2 HOOL {{50.00 USD}}", "  Income:Salary"]

    def split_lots(self):
        """A split that brings one lot for several, at the average cost of them."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, stock = found[0], found[1].units.currency
        lines, units, total, costs = self.head("split"), Decimal(0), Decimal(0), set()
        for position in self.inventories[account]:
            if position.units.currency != stock:
                continue
            cost = position.cost
            if cost is None or position.units.number < 0 or cost.currency != "USD":
                return None
            label = f', "{cost.label}"' if cost.label else ""
            lines.append(f"  {account}  -{position.units.number} {stock} "
                         f"{{{cost.number} USD, {cost.date}{label}}}")
            units += position.units.number
            total += position.units.number * cost.number
            costs.add(cost.number)
        if len(lines) == 2:
            return None
        if len(costs) == 1:
            # Lots of one cost keep their days; others become the one that is written.
            lines[0] = lines[0].replace('"split"', f'"split {LOST_DAY}"')
        return lines + [f"  {account}  {units * 2} {stock} {{{{{total.normalize():f} USD}}}}"]

    def merge(self):
        """Units that become others, at the same cost."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        cost, units = position.cost, position.units.number
        if position.units.currency == "NEWC":
            return None
        total = (units * cost.number).normalize()
        # Prices beside the costs say what both are worth.
        old, new = self.chance.choice([("", ""), (" @ 30 USD", " @ 10 USD")])
        return self.head("merger") + [
            f"  {account}  -{units} {position.units.currency} "
            f"{{{cost.number} USD, {cost.date}}}{old}",
            f"  {account}  {units * 3} NEWC {{{{{total:f} USD, {cost.date}}}}}{new}"]

    def vest_and_withhold(self):
        """Units that vest, of which some pay the tax."""
        account, price = self.chance.choice(self.brokers), self.price()
        units = self.number(2, 30, 0)
        withheld = self.part(units)
        at = self.chance.choice(["", f" @ {price} USD"])
        return self.head("vest") + [
            f"  {account}  {units} VEST {{{price} USD}}",
            f"  {account}  -{withheld} VEST {{{price} USD}}{at}",
            f"  Expenses:Taxes  {withheld * price} USD", f"  Income:Salary  -{units * price} USD"]

    def sell_beside_salary(self):
        """A sale, at the cost or another price, and an income that is none of it."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        units, cost, wage = self.part(position.units.number), position.cost, self.number(99, 900, 2)
        price = self.chance.choice([cost.number, self.price()])
        received = (units * price).quantize(Decimal("0.01"))
        return self.head("sell on payday") + [
            f"  {account}  -{units} {position.units.currency} "
            f"{{{cost.number} USD, {cost.date}}} @ {price} USD",
            f"  Income:Salary  -{wage} USD", f"  Assets:Bank  {received + wage} USD",
            "  Income:Gains"]

    def move_and_rename(self):
        """Units that arrive with another day, or another label."""
        found = self.pick()
        if found is None or self.methods[found[0]] == "NONE":
            return None
        account, position = found
        target = self.chance.choice([broker for broker in self.brokers if broker != account])
        units, cost = self.part(position.units.number), position.cost
        older = cost.date - datetime.timedelta(days=self.chance.randint(1, 40))
        day, text = self.chance.choice([
            (f", {older}", "move"), (f", {cost.date}", "move"), ("", f"move {LOST_DAY}")])
        label = self.chance.choice(["", f', "m{self.chance.randint(1, 3)}"'])
        old = f', "{cost.label}"' if cost.label else ""
        return self.head(text) + [
            f"  {account}  -{units} {position.units.currency} "
            f"{{{cost.number} USD, {cost.date}{old}}}",
            f"  {target}  {units} {position.units.currency} {{{cost.number} USD{day}{label}}}"]

    def give_units(self):
        """Units that come from outside at a cost."""
        units, price = self.units(), self.price()
        older = self.day - datetime.timedelta(days=self.chance.randint(0, 900))
        source = self.chance.choice(["Income:Gifts", "Income:Salary", "Equity:Opening-Balances"])
        return self.head("units from outside") + [
            f"  {source}  -{units} HOOL {{{price} USD}}",
            f"  {self.chance.choice(self.brokers)}  {units} HOOL {{{price} USD, {older}}}"]

    def idioms(self):
        return [
            self.odd_spend, self.tagged, self.directives, self.ordered_cost, self.sell_total,
            self.round_trip, self.round_trip_at_price, self.rebuy, self.open_books, self.give,
            self.unit_fee, self.move_plain, self.move_all, self.exchange_at_cost,
            self.spend_at_cost, self.long_price, self.free_units, self.salary, self.split_lots,
            self.merge, self.vest_and_withhold, self.sell_beside_salary, self.move_and_rename,
            self.give_units]
