"""The table of portfolios that the cluster reports on: the examples, poisoned ledgers, and a large one."""
import datetime
import glob
import json
import os

#: Not JSON, no ledger, a wrong setting, cut off.
POISON = ["{]", '"text"', '{"settings": 7}', '{"settings": {"base_currency": "USD"}']


def examples(folder):
    """The texts of the example ledgers, each on one line."""
    texts = []
    for path in sorted(glob.glob(os.path.join(folder, "*.json"))):
        with open(path) as file:
            texts.append(json.dumps(json.load(file)))
    return texts


def large(size):
    """A ledger of about so many bytes: purchases of one unit, and a sale of one every hundred."""
    head = {
        "format": "folio/1", "settings": {"base_currency": "USD"},
        "portfolio_cash_accounts": [{"id": "c", "currency": "USD"}],
        "stocks_master": [{"id": "x", "symbol": "XMPL", "currency": "USD"}],
    }
    groups, length = [], 0
    while length < size:
        groups.append(group(len(groups)))
        length += len(groups[-1]) + 2
    return json.dumps(head)[:-1] + ', "transaction_groups": [' + ", ".join(groups) + "]}"


def group(number):
    """The text of a group."""
    day = datetime.date(2000, 1, 1) + datetime.timedelta(number // 50)
    is_sale = number % 100 == 99
    price = f"{20 + number % 13}.25"
    trade = {
        "id": f"g{number}-x", "stock_id": "x", "symbol": "XMPL",
        "trade_type": "sell" if is_sale else "buy", "trade_date": f"{day}", "quantity": "1",
        "price_per_share": price, "gross_amount": price, "currency": "USD"}
    cash = {
        "id": f"g{number}-c", "cash_account_id": "c", "leg_type": "principal",
        "direction": "in" if is_sale else "out", "amount": price, "currency": "USD"}
    return json.dumps({
        "id": f"g{number}", "group_type": "stock_trade", "status": "settled",
        "occurred_at": f"{day}T12:00:00Z", "stock_transactions": [trade], "cash_transactions": [cash]})


def portfolios(folder, count, size):
    """Names and ledgers. One of a hundred is poisoned; that in the middle has `size` bytes."""
    texts = examples(folder)
    for number in range(count):
        text = texts[number % len(texts)]
        if number % 97 == 13:
            text = POISON[number // 97 % len(POISON)]
        if number == count // 2:
            text = large(size)
        yield f"u-{number:07}", text


def line(portfolio, ledger):
    """The line of a portfolio. The text of its ledger may have line breaks."""
    text = ledger.replace("\n", " ").replace("\r", " ")
    return '{"portfolio": %s, "ledger": %s}' % (json.dumps(portfolio), text)


def write(folder, work, count, size):
    """Writes the table twice: as lines and as Parquet. Returns both paths."""
    import pyarrow
    import pyarrow.parquet

    lines, parquet = os.path.join(work, "all.ndjson"), os.path.join(work, "all.parquet")
    schema = pyarrow.schema([("portfolio", pyarrow.string()), ("ledger", pyarrow.string())])
    rows = list(portfolios(folder, count, size))
    with open(lines, "w") as file:
        file.writelines(line(*row) + "\n" for row in rows)
    with pyarrow.parquet.ParquetWriter(parquet, schema, compression="snappy") as writer:
        # Spark divides a file between its groups of rows.
        step = max(1, count // 16)
        for start in range(0, count, step):
            names, texts = zip(*rows[start:start + step])
            writer.write_table(pyarrow.table([names, texts], schema=schema))
    return lines, parquet
