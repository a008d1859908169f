#!/usr/bin/env python3
"""The tax rules once more, in exact fractions, as plainly as they can be said.

Not for use, only for comparison: it was written from the law and the manuals (rules.md), shares
nothing with the engine, looks at every pair of trades, and knows no rounding.

    reference.py specs [FILE ...]                  the gains of the specs beside this file
    reference.py random FOLIO RULES FIRST COUNT    random histories against `FOLIO gains` and `lots`

A ledger of 100 instruments holds 100 histories. One that differs is run alone, and shortened.
"""
import json, pathlib, random, subprocess, sys, tempfile
from datetime import date, timedelta
from fractions import Fraction as F
from types import SimpleNamespace as Record

WINDOW = timedelta(days=30)


# A trade: kind (buy, sell, split, adjust), group, day, holder, settled, quantity, amount. `amount` is what was paid
# with fees, or received after fees, in the base currency, or by what an adjustment changes the cost. `ratio` is new units for one old. `groups`
# are the purchases that a sale chooses, if it does. `given` are the units that an adjustment names. A change of symbol is no trade: the trades
# of all symbols of a share are one history. The holder is the capacity of the account: own, sheltered or spouse; splits are of all holders.

def in_last_units(trades):
    """Every quantity as if all splits had happened before the first trade; `scale` leads back."""
    scale, out = F(1), []
    for trade in reversed(trades):
        if trade.kind == "split":
            scale *= trade.ratio
        else:
            out.append(Record(**{"groups": None, "given": F(0), "holder": "own"} | vars(trade), scale=scale,
                              units=trade.quantity * scale))
    return out[::-1]


def holders(trades):
    """Those who hold units, the owner first."""
    found = {getattr(trade, "holder", "own") for trade in trades if trade.kind != "split"}
    return sorted(found, key=lambda holder: (holder != "own", holder))


def row(trade, units, proceeds, cost, rule, **more):
    line = Record(group=trade.group, disposed=trade.day, holder=trade.holder, quantity=units / trade.scale, rule=rule,
                  proceeds=proceeds, cost=cost, acquired=None, term=None, disallowed=F(0), to=[])
    vars(line).update(more)
    return line


class Oversold(Exception):
    pass


# United Kingdom: TCGA 1992 s.105 (same day), s.106A (30 days), s.104 (pool). SI 2009/3001 reg. 94, 99(5): a rise of the cost belongs to the
# units held six months before it.

def six_months_before(day):
    year, month = (day.year, day.month - 6) if day.month > 6 else (day.year - 1, day.month + 6)
    last = lambda year, month: (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    is_last = day.day == last(day.year, day.month)
    return date(year, month, last(year, month) if is_last else min(day.day, last(year, month)))


def share_rises(days, order):
    """Gives sales since the end of a reporting period their part of each rise."""
    after, held = {}, F(0)
    for day in order:
        held += days[day].free - days[day].open
        after[day] = held
    for day in order:
        for amount, given in days[day].rises:
            before = [other for other in order if other <= six_months_before(day)]
            since = [other for other in order if six_months_before(day) < other <= day]
            start = after[before[-1]] if before else F(0)
            if start > 0 and (not given or given != after[day]):
                pool, rest = start, amount
                for other in since:
                    pool += days[other].free
                    part = rest * days[other].open / pool if pool else F(0)
                    days[other].extra, rest = days[other].extra + part, rest - part
                    pool -= days[other].open
                amount = rest
            days[day].adjusted += amount


def united_kingdom(trades):
    """The shares of each holder are apart: SI 1998/1870 reg. 34(2)."""
    rows, held = [], []
    for holder in holders(trades):
        own = [trade for trade in trades if trade.kind == "split" or getattr(trade, "holder", "own") == holder]
        more, left = of_one_holder(own)
        rows, held = rows + more, held + left
    return rows, held


def of_one_holder(trades):
    """Rows by day: the disposals of a day are one. Returns the rows, and what is held, as one lot."""
    days = {}
    for trade in in_last_units(trades):
        day = days.setdefault(trade.day, Record(bought=F(0), paid=F(0), sold=F(0), got=F(0), first=None,
                                                  adjusted=F(0), extra=F(0), rises=[]))
        if trade.kind == "adjust" and trade.amount > 0:
            day.rises.append((trade.amount, trade.given * trade.scale))
        elif trade.kind == "adjust":
            day.adjusted += trade.amount
        elif trade.kind == "buy":
            day.bought, day.paid = day.bought + trade.units, day.paid + trade.amount
        else:
            day.sold, day.got = day.sold + trade.units, day.got + trade.amount
            day.first = day.first or trade
    order = sorted(days)
    for day in days.values():
        day.free, day.open, day.matches = day.bought, day.sold, []

    def match(seller, buyer, rule, acquired):
        units = min(seller.open, buyer.free)
        if units > 0:
            buyer.free -= units
            seller.open -= units
            seller.matches.append((rule, acquired, units, buyer.paid * units / buyer.bought))

    for day in order:
        match(days[day], days[day], "same_day", day)
    for day in order:
        for later in order:
            if day < later <= day + WINDOW:
                match(days[day], days[later], "30_day", later)
    share_rises(days, order)
    held, cost = F(0), F(0)
    for day in order:
        at = days[day]
        if at.free:
            held, cost = held + at.free, cost + at.paid * at.free / at.bought
        cost += at.adjusted
        if at.open > held:
            raise Oversold(day)
        if at.open:
            part = cost * at.open / held
            at.matches.append(("s104", None, at.open, part + at.extra))
            held, cost = held - at.open, cost - part
    rows = [row(at.first, units, at.got * units / at.sold, part, rule, acquired=acquired)
            for at in map(days.get, order) for rule, acquired, units, part in at.matches]
    return rows, [Record(units=held, cost=cost)]


# Canada: Income Tax Act s.47 (identical properties), s.54 (superficial loss), s.53(1)(f)

def canada(trades):
    """One row a sale, in the order of settlement. Each holder has an average. A loss of a plan is none; one that is denied goes to those who
    acquired the units and hold them, by their units, and is lost in a plan (s.54, s.251.1, s.53(1)(f))."""
    trades = sorted(in_last_units(trades), key=lambda trade: trade.settled)
    rows, held, cost = [], {}, {}
    everybody = holders(trades)
    for holder in everybody:
        held[holder], cost[holder] = F(0), F(0)
    for trade in trades:
        owner = trade.holder
        if trade.kind == "buy":
            held[owner], cost[owner] = held[owner] + trade.units, cost[owner] + trade.amount
            continue
        if trade.kind == "adjust":
            cost[owner] += trade.amount
            continue
        if trade.units > held[owner]:
            raise Oversold(trade.day)
        part = cost[owner] * trade.units / held[owner]
        held[owner], cost[owner] = held[owner] - trade.units, cost[owner] - part
        denied, loss = F(0), part - trade.amount
        if loss > 0 and owner != "sheltered":
            acquired = {holder: sum(other.units for other in trades if other.kind == "buy" and other.holder == holder
                                    and abs(other.settled - trade.settled) <= WINDOW) for holder in everybody}
            at_end = {holder: sum(other.units if other.kind == "buy" else -other.units for other in trades
                                  if other.settled <= trade.settled + WINDOW and other.holder == holder)
                      for holder in everybody}
            shares = {holder: min(acquired[holder], at_end[holder]) for holder in everybody}
            denied = loss * min(trade.units, sum(shares.values())) / trade.units
            for holder, share in shares.items():
                if share and holder != "sheltered":
                    cost[holder] += denied * share / sum(shares.values())
        rows.append(row(trade, trade.units, trade.amount, part,
                        "superficial_loss" if denied else "acb", disposed=trade.settled,
                        disallowed=denied, holder=owner))
    return rows, [Record(units=held[holder], cost=cost[holder]) for holder in everybody]


# United States: 26 U.S.C. 1012 (first in, first out), 1091 (wash sales), 1222 and 1223 (terms)

def long_term(since, disposed):
    """More than one year, counted from the day after `since`."""
    begins = since + timedelta(days=1)
    leap = (begins.month, begins.day) == (2, 29)
    return disposed >= (date(begins.year + 1, 3, 1) if leap else begins.replace(year=begins.year + 1))


# The order in which a sale takes lots. `sorted` keeps the order of acquisition where two are equal.
ORDERS = {
    "fifo": lambda lots: lots,
    "lifo": lambda lots: sorted(lots, key=lambda lot: lot.day, reverse=True),
    "hifo": lambda lots: sorted(lots, key=lambda lot: lot.units and -lot.cost / lot.units),
    "lofo": lambda lots: sorted(lots, key=lambda lot: lot.units and lot.cost / lot.units),
}


def thirty_days(earlier, later):
    return later - earlier <= WINDOW


def united_states(trades, method="fifo", within=thirty_days, name="wash_sale", has_terms=True):
    rows, lots, losses = [], [], []

    def term(since, disposed):
        return ("long" if long_term(since, disposed) else "short") if has_terms else None

    def replace(loss, lot):
        """Lets units of `lot` take over the loss; they become a lot of their own, before the rest."""
        units = min(loss.open, lot.units)
        deferred = loss.total * units / loss.units
        part = lot.cost * units / lot.units
        lost = lot.holder == "sheltered"  # Rev. Rul. 2008-5
        lots.insert(lots.index(lot), Record(
            group=lot.group, day=lot.day, units=units, cost=part + (0 if lost else deferred), fresh=False, holder=lot.holder,
            since=lot.since if lost else lot.day - (loss.row.disposed - loss.since if has_terms else timedelta(0))))
        lot.units, lot.cost = lot.units - units, lot.cost - part
        loss.open -= units
        loss.row.disallowed += deferred
        loss.row.rule = name
        if lot.group not in loss.row.to:
            loss.row.to.append(lot.group)

    def replaced(loss, candidates):
        for lot in candidates:
            if loss.open and lot.fresh and lot.units and lot.group != loss.group \
                    and within(*sorted((lot.day, loss.row.disposed))):
                replace(loss, lot)

    for trade in in_last_units(trades):
        if trade.kind == "buy":
            bought = Record(group=trade.group, day=trade.day, units=trade.units,
                            cost=trade.amount, fresh=True, since=trade.day, holder=trade.holder)
            lots.append(bought)
            for loss in losses:
                replaced(loss, [bought])
            continue
        if trade.kind == "adjust":
            held = sum(lot.units for lot in lots)
            for lot in lots:
                lot.cost += trade.amount * lot.units / held
                if lot.cost < 0:
                    rows.append(row(trade, F(0), -lot.cost, F(0), "cost_adjustment", acquired=lot.day,
                                    term=term(lot.since, trade.day)))
                    lot.cost = F(0)
            continue
        if trade.units > sum(lot.units for lot in lots if lot.holder == trade.holder):
            raise Oversold(trade.day)
        left, fresh_losses = trade.units, []
        for lot in ORDERS[method](lots):
            units = min(left, lot.units)
            if units == 0 or lot.holder != trade.holder or (trade.groups and lot.group not in trade.groups):
                continue
            part, got = lot.cost * units / lot.units, trade.amount * units / trade.units
            line = row(trade, units, got, part, "specific" if trade.groups else method, acquired=lot.day,
                       term=term(lot.since, trade.day))
            rows.append(line)
            if part > got and trade.holder != "sheltered":
                fresh_losses.append(Record(row=line, units=units, open=units, total=part - got,
                                           since=lot.since, group=lot.group, place=lots.index(lot)))
            lot.units, lot.cost, left = lot.units - units, lot.cost - part, left - units
        fresh_losses.sort(key=lambda loss: loss.place)  # 26 CFR 1.1091-1(b)
        for loss in fresh_losses:
            replaced(loss, list(lots))
        losses += fresh_losses
    return rows, [lot for lot in lots if lot.units]


# Countries whose rules are a method. The units of each holder are apart.

def of_each_holder(rule):
    def all_rows(trades):
        rows, held = [], []
        for holder in holders(trades):
            more, left = rule([trade for trade in trades
                               if trade.kind == "split" or getattr(trade, "holder", "own") == holder])
            rows, held = rows + more, held + left
        return rows, held
    return all_rows


def first_in_first_out(trades, has_terms=False):
    rows, lots = [], []
    for trade in in_last_units(trades):
        if trade.kind == "buy":
            lots.append(Record(day=trade.day, units=trade.units, cost=trade.amount))
            continue
        left = trade.units
        if left > sum(lot.units for lot in lots):
            raise Oversold(trade.day)
        for lot in lots:
            units = min(left, lot.units)
            if units:
                part = lot.cost * units / lot.units
                term = ("long" if long_term(lot.day, trade.day) else "short") if has_terms else None
                rows.append(row(trade, units, trade.amount * units / trade.units, part, "fifo", acquired=lot.day, term=term))
                lot.units, lot.cost, left = lot.units - units, lot.cost - part, left - units
    return rows, lots


def average(trades):
    rows, held, cost = [], F(0), F(0)
    for trade in in_last_units(trades):
        if trade.kind == "buy":
            held, cost = held + trade.units, cost + trade.amount
            continue
        if trade.units > held:
            raise Oversold(trade.day)
        part = cost * trade.units / held
        rows.append(row(trade, trade.units, trade.amount, part, "average"))
        held, cost = held - trade.units, cost - part
    return rows, [Record(units=held, cost=cost)]


# Spain: LIRPF art. 33.5 f, two months by the calendar

def two_months(earlier, later):
    year, month = (earlier.year, earlier.month + 2) if earlier.month <= 10 else (earlier.year + 1, earlier.month - 10)
    last = (date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)).day
    return later <= date(year, month, min(earlier.day, last))


def spain(trades):
    return united_states(trades, "fifo", two_months, "deferred_loss", has_terms=False)


# Ireland: TCA 1997 s.580, s.581

def ireland(trades):
    rows, lots, losses = [], [], []
    four_weeks = timedelta(days=28)
    for trade in in_last_units(trades):
        if trade.kind == "buy":
            lots.append(Record(day=trade.day, units=trade.units, cost=trade.amount))
            left = trade.units
            for loss in losses:
                units = min(left, loss.open)
                if units and trade.day - loss.row.disposed <= four_weeks:
                    loss.row.disallowed += loss.total * units / loss.units
                    loss.row.rule = "restricted_loss"
                    loss.open, left = loss.open - units, left - units
            continue
        if trade.units > sum(lot.units for lot in lots):
            raise Oversold(trade.day)
        is_new = lambda lot: trade.day - lot.day <= four_weeks
        left = trade.units
        for lot in [lot for lot in lots if is_new(lot)] + [lot for lot in lots if not is_new(lot)]:
            units = min(left, lot.units)
            if not units:
                continue
            part, got = lot.cost * units / lot.units, trade.amount * units / trade.units
            line = row(trade, units, got, part, "fifo", acquired=lot.day)
            rows.append(line)
            if part > got and trade.holder != "sheltered":
                losses.append(Record(row=line, units=units, open=units, total=part - got))
            lot.units, lot.cost, left = lot.units - units, lot.cost - part, left - units
    return rows, lots


with_terms = lambda trades: first_in_first_out(trades, has_terms=True)
RULES = {"uk": united_kingdom, "ca": canada, "us": united_states}
RULES |= {rules: of_each_holder(rule) for rules, rule in {
    "de": first_in_first_out, "pl": first_in_first_out, "nl": first_in_first_out, "au": with_terms, "in": with_terms,
    "se": average, "fr": average, "at": average, "es": spain, "ie": ireland}.items()}
CURRENCIES = {"uk": "GBP", "ca": "CAD", "us": "USD", "pl": "PLN", "se": "SEK", "au": "AUD", "in": "INR"}


# A ledger document into trades, by symbol

def trades_of(ledger):
    out, lines, left = {}, {}, set()
    capacities = {entry["account"]: entry["capacity"] for entry in ledger["settings"].get("tax_capacities", [])}
    if not set(capacities.values()) <= {"sheltered", "spouse"}:
        return None  # Other holders.
    for group in sorted(ledger["transaction_groups"], key=lambda group: group["occurred_at"]):
        for leg in group.get("stock_transactions", []):
            day = date.fromisoformat(leg.get("trade_date", group["occurred_at"][:10]))
            settled = date.fromisoformat(leg.get("settlement_date", day.isoformat()))
            line = lines.setdefault(leg["symbol"], leg["symbol"])
            add = lambda **more: out.setdefault(line, []).append(
                Record(group=group["id"], day=day, settled=settled,
                       holder=capacities.get(leg.get("account"), "own"), **more))
            kind, rate = leg["trade_type"], F(leg.get("fx_rate", "1"))
            if kind == "symbol_change":
                new = leg["new_symbol"]
                if new in left or new not in lines:
                    lines[new] = line
                elif lines[new] != line:
                    return None  # Both have a history.
                left = left - {new} | {leg["symbol"]}
            elif kind == "split":
                new, old = leg["ratio"].split(":")
                add(kind="split", ratio=F(new) / F(old))
            elif kind in ("buy", "sell"):
                costs = F(leg.get("fees", "0")) + F(leg.get("taxes", "0"))
                amount = F(leg["gross_amount"]) + (costs if kind == "buy" else -costs)
                add(kind=kind, quantity=F(leg["quantity"]), amount=amount * rate,
                    groups=[lot["group_id"] for lot in leg.get("lots", [])])
            elif kind == "transfer_in" and any("fair_value" in lot or "inherited" in lot
                                               for lot in leg.get("lots", [])):
                return None  # Two costs, or a term of its own.
            elif kind == "transfer_in" and leg.get("lots"):
                for lot in leg["lots"]:
                    day = settled = date.fromisoformat(lot["acquired"])
                    add(kind="buy", quantity=F(lot["quantity"]), amount=F(lot["cost_basis"]) * rate)
            elif kind == "cost_adjustment" and "lots" not in leg:
                amount = F(leg["gross_amount"]) if "gross_amount" in leg else (
                    F(leg["quantity"]) * F(leg["price_per_share"]))
                add(kind="adjust", quantity=F(0), given=F(leg.get("quantity", "0")), amount=amount * rate * (1 if leg["direction"] == "increase" else -1))
            elif kind != "dividend":
                return None
    return out


def digits(value):
    """An exact fraction as a decimal, half to even at the eighteenth place."""
    whole = round(value * 10**18)
    text = f"{abs(whole) // 10**18}.{abs(whole) % 10**18:018d}".rstrip("0").rstrip(".")
    return ("-" if whole < 0 else "") + text


def check_spec(path):
    """What a spec's run of gains says otherwise. None where its ledger tells other events."""
    spec = json.loads(path.read_text())
    rules = spec["ledger"]["settings"].get("tax_rules")
    run = next((run for run in spec["runs"] if run["arguments"] == ["gains"]), None)
    if rules not in ("us", "uk", "ca"):
        return None  # Their specs are of tax returns.
    if any("kind" in stock for stock in spec["ledger"].get("stocks_master", [])):
        return None  # Digital assets and options have rules of their own.
    if rules == "ca" and any("lots" in leg for group in spec["ledger"]["transaction_groups"]
                             for leg in group.get("stock_transactions", []) if leg["trade_type"] == "sell"):
        return None  # Units that are designated.
    trades = trades_of(spec["ledger"])
    if not trades or spec["ledger"]["settings"].get("cost_basis_method") in ("lifo", "hifo", "lofo"):
        return None
    try:
        ours = {symbol: RULES[rules](of)[0] for symbol, of in trades.items()}
        if spec["ledger"]["settings"].get("cost_basis_method") != "specific":
            # The rule is then the method, also of a sale that names its lots.
            for line in (line for rows in ours.values() for line in rows):
                line.rule = "fifo" if line.rule == "specific" else line.rule
    except Oversold:
        return [] if any("faults" in run for run in spec["runs"]) else ["it is oversold"]
    if run is None:
        return None
    capacities = {entry["account"]: entry["capacity"] for entry in spec["ledger"]["settings"].get("tax_capacities", [])}
    wrong, said = [], [row | {"holder": capacities.get(row.get("account"), "own")} for row in run.get("rows", [])]
    for name, key in AMOUNTS:
        total = sum(getattr(row, name) for rows in ours.values() for row in rows)
        printed = run.get("totals", {}).get(key + "_base", run.get("totals", {}).get(key))
        if printed is not None and abs(F(printed) - total) > F(1, 10**15):
            wrong.append(f"total {key} is {digits(total)}, not {printed}")
    if any(leg["trade_type"] == "symbol_change" for group in spec["ledger"]["transaction_groups"]
           for leg in group.get("stock_transactions", [])):
        # Rows have the symbol of their day.
        ours = {None: [row for rows in ours.values() for row in rows]}
        said = [row | {"symbol": None} for row in said]
    for symbol, rows in ours.items() if said else ():
        printed = [of_json(row) for row in said if row.get("symbol", symbol) == symbol]
        wrong += unlike(summed(rows, rules), summed(printed, rules), F(1, 10**15))
    return wrong


AMOUNTS = (("proceeds", "proceeds"), ("cost", "cost_basis"), ("disallowed", "disallowed"))


def of_json(row):
    """A row of `gains` as it is printed, or as a spec says it."""
    amount = lambda key: F(row.get(key + "_base", row.get(key, "0")))
    # Units at average cost were acquired on no day of their own.
    acquired = None if row["rule"] == "average" else row["acquired"]
    return Record(group=row["group_id"], disposed=row["disposed"], acquired=acquired,
                  holder=row.get("holder", row["account"] if row.get("account") in ("sheltered", "spouse") else "own"),
                  rule=row["rule"], term=row.get("term"), quantity=F(row["quantity"]),
                  **{name: amount(key) for name, key in AMOUNTS})


def summed(rows, rules):
    """The rows summed by what does not depend on how they are laid out.

    Under the rules of the United Kingdom the disposals of a day are one: which of its proceeds
    belong to which match is nobody's question.
    """
    out = {}
    for row in rows:
        where = f"{row.disposed} {row.holder}" if rules == "uk" else row.group
        key = (where, row.acquired, row.rule, row.term)
        whole = (where,) if rules == "uk" else key
        for name, under in (("quantity", key), ("cost", key), ("disallowed", key), ("proceeds", whole)):
            sums = out.setdefault(" ".join(map(str, under)), {})
            sums[name] = sums.get(name, F(0)) + getattr(row, name)
    return out


def unlike(expected, found, tolerance):
    """Where two sums of rows differ, one line each."""
    out = []
    for key in sorted(expected.keys() | found.keys()):
        left, right = expected.get(key, {}), found.get(key, {})
        for name in left.keys() | right.keys():
            if name not in left or name not in right or abs(left[name] - right[name]) > tolerance:
                say = lambda sums: digits(sums[name]) if name in sums else "nothing"
                out.append(f"{key}: {name} is {say(left)}, printed as {say(right)}")
    return out


# Random histories: gaps around the 30 days and the year, several trades a day, splits

def history(seed, rules):
    """A history of 5 to 30 trades of one symbol that never sells more than it holds."""
    dice = random.Random(f"{rules}{seed}")
    day, trades = date(2019, 1, 1) + timedelta(days=dice.randrange(90)), []
    people = ["own", "sheltered", "spouse"] if dice.random() < 0.4 else ["own"]
    units = dict.fromkeys(people, F(0))
    lag = timedelta(days=dice.choice([0, 1, 2, 3]) if rules == "ca" else 0)
    for number in range(dice.randint(5, 30)):
        gap = dice.choice([0, 0, 0, 1, 1, 2, 5, 9, 14, 28, 29, 30, 31, 32, 60, 200, 364, 365, 366])
        day += timedelta(days=gap)
        holder, held = dice.choice(people), sum(units.values())
        at = dict(group=f"g{number}", day=day, settled=day + lag, holder=holder)
        chance = dice.random()
        if chance < 0.06 and held and gap > 4:  # not on a day of trades, nor before they settle
            ratio = dice.choice([F(2), F(3), F(1, 2), F(4), F(5, 4)])
            units = {holder: number * ratio for holder, number in units.items()}
            trades.append(Record(kind="split", ratio=ratio, **at))
            day += timedelta(days=1)
            continue
        if chance > 0.94 and trades and (held or lately(trades, day, rules)):
            trades.append(Record(kind="rename", **at))
            continue
        if 0.91 < chance < 0.94 and rules == "uk" and held and gap > 1 and len(people) == 1:
            trades.append(Record(kind="adjust", quantity=F(0), amount=F(dice.randint(100, 9000), 100), **at))
            day += timedelta(days=1)
            continue
        held = units[holder]
        cents = dice.randint(300, 900)
        if chance < 0.5 and held:
            most = held if dice.random() < 0.2 else held * dice.choice([F(1, 4), F(1, 2), F(3, 4)])
            quantity = min(held, max(F(int(most * 100), 100), F(1, 100)))
            units[holder] -= quantity
            amount = F(int(quantity * cents), 100)
            trades.append(Record(kind="sell", quantity=quantity, amount=amount, **at))
        else:
            quantity = F(dice.randint(1, 40)) if dice.random() < 0.8 else F(dice.randint(1, 900), 8)
            units[holder] += quantity
            amount = F(int(quantity * cents) + dice.choice([0, 0, 100]), 100)  # with a fee
            trades.append(Record(kind="buy", quantity=quantity, amount=amount, **at))
    return trades


# For so many days after the last unit was sold an instrument may be renamed.
DAYS_AFTER = {"us": 30, "uk": 30, "ca": 30, "es": 59, "ie": 28}


def lately(trades, day, rules):
    """Whether a sale was in the days before that count."""
    return any(trade.kind == "sell" and (day - trade.day).days <= DAYS_AFTER.get(rules, -1) for trade in trades)


def method_of(seed, rules):
    """The method of a history: the other rules prescribe theirs."""
    return random.Random(seed).choice(["fifo", "fifo", "hifo", "lofo"]) if rules == "us" else "fifo"


def groups_of(history, name):
    """The groups and the symbols of a history. Their names begin with that of the history."""
    groups, symbols = [], [name]
    for minute, trade in enumerate(history.trades):
        leg = {"symbol": symbols[-1], "trade_type": trade.kind}
        group = {"id": f"{name}.{trade.group}", "stock_transactions": [leg],
                 "occurred_at": f"{trade.day}T10:{minute:02d}:00Z"}
        if trade.kind == "split":
            leg["ratio"] = f"{trade.ratio.numerator}:{trade.ratio.denominator}"
        elif trade.kind == "rename":
            symbols.append(f"{name}.{len(symbols)}")
            leg |= {"trade_type": "symbol_change", "new_symbol": symbols[-1]}
        elif trade.kind == "adjust":
            leg |= {"trade_type": "cost_adjustment", "direction": "increase",
                    "gross_amount": digits(trade.amount)}
        else:
            leg |= {"quantity": digits(trade.quantity), "gross_amount": digits(trade.amount), "account": trade.holder}
            if trade.settled != trade.day:
                leg["settlement_date"] = str(trade.settled)
            group["cash_transactions"] = [{
                "cash_account_id": "cash", "leg_type": "principal", "amount": leg["gross_amount"],
                "direction": "out" if trade.kind == "buy" else "in"}] if trade.amount else []
        groups.append(group)
    return groups, symbols


def document(histories, rules):
    """The ledger document of histories by name."""
    currency, groups, symbols = CURRENCIES.get(rules, "EUR"), [], {}
    for name, history in histories.items():
        own, symbols[name] = groups_of(history, name)
        groups += own
    methods = [{"method": "fifo"}] + [
        {"method": history.method, "symbols": symbols[name]}
        for name, history in histories.items() if history.method != "fifo"]
    capacities = [{"account": holder, "capacity": holder} for holder in ("sheltered", "spouse")]
    settings = {"base_currency": currency, "tax_rules": rules, "lot_scope": "account",
                "cost_basis_method": methods, "tax_capacities": capacities}
    return {"format": "folio/1", "settings": settings,
            "portfolio_cash_accounts": [{"id": "cash", "currency": currency}],
            "stocks_master": [{"symbol": symbol, "currency": currency} for own in symbols.values() for symbol in own],
            "transaction_groups": groups}


def expected_of(history, rules):
    """The gains and the lots by the rules of this file."""
    trades = [trade for trade in history.trades if trade.kind != "rename"]
    return united_states(trades, history.method) if rules == "us" else RULES[rules](trades)


def differences(histories, rules, folio, path):
    """Each history that `folio` books otherwise, with one line for each difference."""
    expected = {name: expected_of(history, rules) for name, history in histories.items()}
    pathlib.Path(path).write_text(json.dumps(document(histories, rules)))
    runs = [subprocess.run([folio, report, "--format", "json", path], capture_output=True, text=True)
            for report in ("gains", "lots")]
    if any(run.returncode for run in runs):
        if len(histories) == 1:
            return dict.fromkeys(histories, [run.stderr for run in runs])
        alone = [differences({name: history}, rules, folio, path) for name, history in histories.items()]
        return {name: lines for found in alone for name, lines in found.items()}
    gains, lots = ({name: [] for name in histories} for _ in runs)
    for row in json.loads(runs[0].stdout)["rows"]:
        name, row["group_id"] = row["group_id"].split(".")
        gains[name].append(of_json(row))
    for row in json.loads(runs[1].stdout)["rows"]:
        lots[row["symbol"].split(".")[0]].append(row)
    found = {}
    for name, (ours, held) in expected.items():
        out = unlike(summed(ours, rules), summed(gains[name], rules), F(1, 10**12))
        for part, key in (("units", "quantity"), ("cost", "cost_basis_base")):
            left, right = sum(getattr(lot, part) for lot in held), sum(F(row[key]) for row in lots[name])
            if abs(left - right) > F(1, 10**12):
                out.append(f"{part} held: {digits(left)} expected, {digits(right)} found")
        if out:
            found[name] = out
    return found


def smallest(trades, differs):
    """Leaves out trades as long as the histories still differ."""
    for index in range(len(trades)):
        fewer = trades[:index] + trades[index + 1:]
        try:
            if differs(fewer):
                return smallest(fewer, differs)
        except Oversold:
            continue
    return trades


def report(name, history, rules, folio, path):
    """Prints the shortest part of a history that differs."""
    def differs(trades):
        part = Record(trades=trades, method=history.method)
        return differences({name: part}, rules, folio, path).get(name)

    few = smallest(history.trades, differs)
    print(f"{rules} {name} {history.method}, shortest history:", *(
        f"{trade.day} {trade.kind} {vars(trade).get('holder')} {vars(trade).get('quantity', vars(trade).get('ratio'))}"
        f" {vars(trade).get('amount', '')}" for trade in few), *differs(few) or ["only beside others"], sep="\n  ")
    return 1


def main(arguments):
    if arguments[:1] == ["specs"]:
        paths = map(pathlib.Path, arguments[1:]) if arguments[1:] \
            else sorted(pathlib.Path(__file__).parent.glob("*/*.json"))
        results = {path: check_spec(path) for path in paths}
        for path, wrong in results.items():
            print(*(f"{path.name}: {line}\n" for line in wrong or []), sep="", end="")
        compared = [wrong for wrong in results.values() if wrong is not None]
        print(f"{len(compared)} of {len(results)} specs compared, {sum(map(bool, compared))} differ")
        return int(any(compared))
    if arguments[:1] != ["random"] or len(arguments) != 5:
        sys.exit(__doc__)
    _, folio, rules, first, count = arguments
    failed = 0
    first, end = int(first), int(first) + int(count)
    with tempfile.TemporaryDirectory() as folder:
        for start in range(first, end, 100):
            seeds = range(start, min(start + 100, end))
            histories = {f"X{seed}": Record(trades=history(seed, rules), method=method_of(seed, rules)) for seed in seeds}
            for name in differences(histories, rules, folio, f"{folder}/ledger.json"):
                failed += report(name, histories[name], rules, folio, f"{folder}/ledger.json")
    print(f"{count} histories under {rules}, {failed} differ")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
