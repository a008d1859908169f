"""Calls every tool with the client of the package mcp, in each era of the protocol."""

import asyncio
import json
import subprocess
import sys

import jsonschema
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

FOLIO, WORK = sys.argv[1:3]
LEDGERS = ["us.json", "uk.json", "ca.json", "five-years.json"]

SQL = "SELECT symbol, exact_sum(gain_base_exact) AS gain FROM disposals GROUP BY symbol ORDER BY symbol"
# Whether the program was built with SQLite. Without it, the tool says how to build it.
HAS_SQLITE = subprocess.run(
    [FOLIO, "query", "us.json", "SELECT 1"], cwd=WORK, capture_output=True).returncode == 0

# What each tool needs besides the ledger.
ARGUMENTS = {
    "explain": {"name": "ACME"},
    "what_if": {"side": "sell", "symbol": "ACME", "quantity": "15"},
    "tax_form": {"tax_rules": "us"},
    "query": {"sql": SQL},
    "propose_group": {
        "group": {
            "id": "idea-1",
            "occurred_at": "2024-06-27",
            "status": "settled",
            "stock_transactions": [
                {"symbol": "ACME", "trade_type": "sell", "quantity": "1", "price_per_share": "50.00"}
            ],
            "cash_transactions": [
                {"cash_account_id": "usd", "leg_type": "principal", "direction": "in", "amount": "50.00"}
            ],
        }
    },
}


def same_report(name, report, *flags):
    """Compares an answer with what the command prints."""
    line = [FOLIO, name.replace("_", "-"), "us.json", "-f", "json", *flags]
    printed = subprocess.run(line, cwd=WORK, capture_output=True, text=True, check=True).stdout
    assert json.loads(printed) == report, name


async def call(client, name, arguments):
    result = await client.call_tool(name, arguments)
    assert len(result.content) == 1 and result.content[0].type == "text", name
    if not result.is_error:
        assert json.loads(result.content[0].text) == result.structured_content, name
    return result


async def session(mode):
    server = StdioServerParameters(command=FOLIO, args=["mcp", *LEDGERS], cwd=WORK)
    async with Client(stdio_client(server), mode=mode) as client:
        version = client.protocol_version
        # With a fixed version, the client asks nothing before the first call.
        assert mode.startswith("2") or client.server_info.name == "folio"
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        for tool in tools.values():
            assert tool.annotations.read_only_hint and not tool.annotations.destructive_hint
            for schema in (tool.input_schema, tool.output_schema):
                jsonschema.Draft202012Validator.check_schema(schema)
            arguments = {"ledger": "us.json", **ARGUMENTS.get(tool.name, {})}
            jsonschema.Draft202012Validator(tool.input_schema).validate(arguments)
            result = await call(client, tool.name, arguments)
            if tool.name == "query" and not HAS_SQLITE:
                assert result.is_error and "--traits SQLite" in result.content[0].text
                continue
            if tool.name == "tax_return":
                # The rules of the ledger, us, have no return.
                assert result.is_error and "F452" in result.content[0].text
                continue
            assert not result.is_error, (tool.name, result.content)
            jsonschema.Draft202012Validator(tool.output_schema).validate(result.structured_content)
            if "report" in result.structured_content:
                answer = result.structured_content
                assert answer["row_count"] == len(answer["report"]["rows"]), tool.name
                flags = {
                    "explain": None, "what_if": ["--sell", "ACME", "--quantity", "15"],
                    "harvest": None, "tax_form": ["--tax-rules", "us"], "query": [SQL],
                }.get(tool.name, [])
                if flags is not None:
                    same_report(tool.name, answer["report"], *flags)
        assert {"check", "explain", "what_if", "propose_group", "gains", "positions", "query"} <= set(tools)
        await details(client)
        print(f"{mode}: version {version}, {len(tools)} tools called")


async def details(client):
    # Exact figures, a part of the rows, and lines of the ledger.
    lots = await call(client, "lots", {"ledger": "us.json", "limit": 1, "offset": 1})
    answer = lots.structured_content
    assert answer["first_row"] == 1 and len(answer["report"]["rows"]) == 1
    assert answer["row_count"] > 1 and isinstance(answer["report"]["rows"][0]["quantity"], str)
    story = await call(client, "explain", {"ledger": "us.json", "name": "b-3"})
    assert story.structured_content["report"]["rows"][0]["source"].startswith("us.json:")
    # A proposal is checked and not written.
    group = {**ARGUMENTS["propose_group"]["group"]}
    good = await call(client, "propose_group", {"ledger": "us.json", "group": group})
    assert good.structured_content["is_accepted"] and "idea-1" in good.structured_content["row"]
    group["cash_transactions"] = [{**group["cash_transactions"][0], "amount": "49.99"}]
    bad = await call(client, "propose_group", {"ledger": "us.json", "group": group})
    assert not bad.structured_content["is_accepted"]
    assert bad.structured_content["faults"][0]["code"].startswith("F")
    assert bad.structured_content["faults"][0]["file"] == "proposal"
    about = await call(client, "ledger", {"ledger": "us.json"})
    assert about.structured_content["groups"] == 8, "a proposal was added"
    taken = await call(client, "propose_group", {"ledger": "us.json", "group": {**group, "id": "a-1"}})
    assert taken.is_error and "already" in taken.content[0].text
    if HAS_SQLITE:
        await queries(client)
    # Failures of a tool are results that say what to do.
    for arguments in ({}, {"ledger": "secret.json"}, {"ledger": "../us.json"}):
        failed = await call(client, "holdings", arguments)
        assert failed.is_error and "secret" not in failed.content[0].text


async def queries(client):
    # Sums keep all digits, the flags of booking apply, and the rows are divided.
    sums = await call(client, "query", {"ledger": "us.json", "sql": SQL})
    gains = await call(client, "gains", {"ledger": "us.json"})
    rows = sums.structured_content["report"]["rows"]
    assert [row["gain"] for row in rows] == ["-40"], rows
    assert gains.structured_content["report"]["totals"]["gain_base"] == "-40.00"
    early = await call(client, "query", {
        "ledger": "us.json", "as_of": "2022-12-31", "method": "hifo",
        "sql": "SELECT as_of, method, (SELECT count(*) FROM disposals) AS sales FROM ledger"})
    assert early.structured_content["report"]["rows"] == [
        {"as_of": "2022-12-31", "method": "hifo", "sales": 0}], early
    part = await call(client, "query", {
        "ledger": "us.json", "sql": "SELECT id FROM groups", "limit": 2, "offset": 3})
    assert part.structured_content["row_count"] == 8 and part.structured_content["first_row"] == 3
    assert len(part.structured_content["report"]["rows"]) == 2
    tables = await call(client, "query", {"ledger": "us.json", "sql": "SELECT sql FROM sqlite_schema"})
    assert "gain_base_exact" in tables.content[0].text
    wrong = await call(client, "query", {"ledger": "us.json", "sql": "SELECT * FROM lot"})
    assert wrong.is_error and "Did you mean 'lots'?" in wrong.content[0].text


for mode in ("legacy", "auto", "2026-07-28"):
    asyncio.run(session(mode))
