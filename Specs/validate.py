"""Holds every ledger of the repository against ledger.schema.json, and every rule file for CSV
against import/rules.schema.json, and every source file against sources/source.schema.json.

Needs the package jsonschema. Exit status 1 where a sound ledger does not fit, or where a document
that must be refused does.
"""

import json
import pathlib
import sys

import jsonschema

SPECS = pathlib.Path(__file__).resolve().parent
EXAMPLES = SPECS.parent / "Examples" / "ledgers"
SOURCES = SPECS.parent / "Sources" / "FolioImporters" / "Quotes" / "BuiltInSources.swift"
RULES = SPECS.parent / "Sources" / "FolioImporters" / "Rules" / "BuiltIn"

# Documents that the schema must refuse, each for one reason.
REFUSED = {
    "a group without an id": {"transaction_groups": [{"occurred_at": "2024-03-01"}]},
    "an unknown status": {
        "transaction_groups": [{"id": "g", "occurred_at": "2024-03-01", "status": "open"}]},
    "a buy without quantity": {
        "transaction_groups": [{"id": "g", "occurred_at": "2024-03-01", "stock_transactions": [
            {"trade_type": "buy", "symbol": "X", "gross_amount": "1"}]}]},
    "a buy at no price": {
        "transaction_groups": [{"id": "g", "occurred_at": "2024-03-01", "stock_transactions": [
            {"trade_type": "buy", "symbol": "X", "quantity": "1", "gross_amount": None}]}]},
    "a merger for half of something": {
        "transaction_groups": [{"id": "g", "occurred_at": "2024-03-01", "stock_transactions": [
            {"trade_type": "merger", "symbol": "X", "new_symbol": "Y"}]}]},
    "an amount of zero": {
        "cash_transactions": [{"group_id": "g", "cash_account_id": "c", "leg_type": "fee",
                               "direction": "out", "amount": "0.00"}]},
    "a flat leg without its group": {
        "cash_transactions": [{"cash_account_id": "c", "leg_type": "fee", "direction": "out",
                               "amount": "1"}]},
    "a number with a plus sign": {
        "fx_rates": [{"date": "2024-03-01", "from": "EUR", "to": "USD", "rate": "+1"}]},
    "a currency in small letters": {"settings": {"base_currency": "usd"}},
    "two names of one table": {"prices": [], "historical_prices": []},
    "another format": {"format": "folio/2"},
    "a method without its name": {"settings": {"cost_basis_method": [{"from": "2024-01-01"}]}},
    "a multiplier of zero": {"stocks_master": [{"symbol": "X", "multiplier": "0"}]},
    "a balance of cash and of units": {
        "balances": [{"date": "2024-03-01", "cash_account_id": "c", "amount": "1",
                      "symbol": "X", "quantity": "1"}]},
    "a balance without its day": {"balances": [{"cash_account_id": "c", "amount": "1"}]},
    "a balance of nothing": {"balances": [{"date": "2024-03-01"}]},
    "a gift of nothing": {
        "transaction_groups": [{"id": "g", "occurred_at": "2024-03-01", "stock_transactions": [
            {"trade_type": "gift", "symbol": "X"}]}]},
}


def ledgers():
    """Yields a name, a document, and whether it is a line of NDJSON (a group)."""
    for path in sorted(EXAMPLES.glob("*.json")):
        if path.name != "faulty.json":
            yield path.name, json.loads(path.read_text("utf-8")), False
    for path in sorted(EXAMPLES.glob("*.ndjson")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            document = json.loads(line)
            yield f"{path.name}:{number}", document, "occurred_at" in document
    for folder in ("booking", "ledger", "returns/ledgers", "tax", "valuation"):
        for path in sorted((SPECS / folder).rglob("*.json")):
            case = json.loads(path.read_text("utf-8"))
            yield str(path.relative_to(SPECS)), case["ledger"], False


def rules():
    """Yields the name and the document of each rule file in the program."""
    for path in sorted(RULES.glob("*.swift")):
        text = path.read_text("utf-8").split('#"""')[1].rsplit('"""#')[0]
        yield path.name, json.loads(text)


def sources():
    """Yields the name and the document of each source file in the program."""
    text = SOURCES.read_text("utf-8").replace("\\#\n    ", "")
    for part in text.split('#"""')[1:]:
        document = json.loads(part.split('"""#')[0])
        yield document["name"], document


def main():
    schema = json.loads((SPECS / "ledger.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    whole = jsonschema.Draft202012Validator(schema)
    group = jsonschema.Draft202012Validator(
        {"$schema": schema["$schema"], "$ref": "#/$defs/group", "$defs": schema["$defs"]})
    count = failures = 0
    for name, document, is_group in ledgers():
        count += 1
        for error in (group if is_group else whole).iter_errors(document):
            failures += 1
            print(f"{name}: {error.json_path}: {error.message}", file=sys.stderr)
    for reason, document in REFUSED.items():
        if whole.is_valid(document):
            failures += 1
            print(f"not refused: {reason}", file=sys.stderr)
    schema = json.loads((SPECS / "import" / "rules.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    rule_count = 0
    for name, document in rules():
        rule_count += 1
        for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
            failures += 1
            print(f"{name}: {error.json_path}: {error.message}", file=sys.stderr)
    schema = json.loads((SPECS / "sources" / "source.schema.json").read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for name, document in sources():
        rule_count += 1
        for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
            failures += 1
            print(f"{name}: {error.json_path}: {error.message}", file=sys.stderr)
    print(f"{count} documents, {rule_count} rule files, {len(REFUSED)} refused on purpose, {failures} failures")
    return 1 if failures or count == 0 or rule_count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
