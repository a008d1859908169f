"""Sends messages that no client should send. Each gets an error or no reply, and never a file."""

import json
import os
import random
import subprocess
import sys

import jsonschema
from mcp_types import methods

FOLIO, WORK, *SCHEMAS = sys.argv[1:]
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HELLO = {
    "jsonrpc": "2.0", "id": 0, "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
}


def talk(*messages, ledgers=("us.json",), handshake=True):
    """The replies to messages: values, or bytes as they are."""
    lines = [HELLO, *messages] if handshake else messages
    data = b"".join(
        (line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines
    )
    done = subprocess.run(
        [FOLIO, "mcp", *ledgers], cwd=WORK, input=data, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    replies = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert b"another file" not in done.stdout, "another file was read"
    return replies[1:] if handshake else replies


def call(name, arguments, **rest):
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}, **rest}


PING = {"jsonrpc": "2.0", "id": "last", "method": "ping"}

# Errors of the protocol.
for message, code in [
    (b"{", -32700), (b"\xff\xfe", -32700), (b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', -32700),
    (b"[" * 1_000_000, -32700), (b'{"a":' * 500_000, -32700), (b"\xef\xbb\xbf{}", -32700),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', None), (b"\x00", -32700),
    (b'{"jsonrpc": "2.0", "jsonrpc": "2.0", "id": 1, "method": "ping"}', -32700),
    (b"x" * (5 << 20), -32600), ([PING, PING], -32600), ([], -32600), ("ping", -32600),
    ({"jsonrpc": "2.0", "id": [1], "method": "ping"}, -32600),
    ({"jsonrpc": "2.0", "id": "x" * 100_000, "method": "ping"}, -32600),
    ({"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "file:///etc/passwd"}}, -32601),
    ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "../check"}}, -32602),
    ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": [1]}, -32602),
]:
    replies = talk(message, PING)
    assert replies[-1] == {"jsonrpc": "2.0", "id": "last", "result": {}}, message[:80]
    if code is not None:
        assert [reply["error"]["code"] for reply in replies[:-1]] == [code], (message[:80], replies)

# Failures of tools: paths, flags, wrong types.
for name, arguments in [
    ("holdings", {"ledger": "secret.json"}), ("holdings", {"ledger": f"{WORK}/secret.json"}),
    ("holdings", {"ledger": "./us.json"}), ("holdings", {"ledger": "us.json\0"}),
    ("holdings", {"ledger": 1}), ("holdings", {"ledger": None, "output": "x"}),
    ("holdings", {"--output": "x"}), ("holdings", {"prices": "secret.json"}),
    ("holdings", {"as_of": "2024-06-31"}), ("holdings", {"symbols": ["--output=x"]}),
    ("holdings", {"method": "hifo --output x"}), ("holdings", {"limit": "10"}),
    ("holdings", {"limit": 10**30}), ("holdings", {"accounts": ["a"] * 1000}),
    ("explain", {"name": "../secret.json"}), ("explain", {"name": "a" * 100_000}),
    ("what_if", {"side": "sell", "symbol": "ACME", "quantity": "-1"}),
    ("what_if", {"side": "sell", "symbol": "ACME", "quantity": "1" * 40}),
    ("what_if", {"side": "sell", "symbol": "ACME", "quantity": 1e300}),
    ("what_if", {"side": "sell", "symbol": "ACME", "quantity": "NaN"}),
    ("what_if", {"side": "short", "symbol": "ACME", "quantity": "1"}),
    ("what_if", {"side": "sell", "symbol": "secret.json", "quantity": "1"}),
    ("what_if", {"side": "sell", "symbol": "ACME", "quantity": "1", "cash": "secret.json"}),
]:
    (reply,) = talk(call(name, arguments))
    assert reply["result"]["isError"] is True, (name, arguments, reply)
    assert "structuredContent" not in reply["result"] and len(json.dumps(reply)) < 3_000

# Statements that would read or write anything but the books, or never end.
for statement in [
    "ATTACH 'secret.json' AS s", "ATTACH ':memory:' AS s", f"ATTACH '{WORK}/new.db' AS s",
    "VACUUM INTO 'stolen.db'", "PRAGMA database_list", "PRAGMA temp_store_directory = '/'",
    "SELECT load_extension('secret.json')", "SELECT readfile('secret.json')",
    "SELECT writefile('x', 'y')", "SELECT * FROM pragma_database_list", "SELECT edit('x')",
    "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)", "DELETE FROM groups", "DROP TABLE groups",
    "UPDATE ledger SET method = 'x'", "INSERT INTO groups (id) VALUES ('x')",
    "SELECT 1; ATTACH 'secret.json' AS s", "BEGIN", "CREATE VIRTUAL TABLE f USING csv(filename='secret.json')",
    "CREATE VIRTUAL TABLE f USING fts5(x)", "EXPLAIN SELECT * FROM secret", "", ";", "\0", "SELECT 1\0; DROP TABLE x",
    "SELECT zeroblob(2000000000)", "SELECT '" + "x" * 70_000 + "'", "SELECT " + "(" * 5_000 + "1" + ")" * 5_000,
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
]:
    replies = talk(call("query", {"sql": statement}), PING)
    result = replies[0]["result"]
    assert result["isError"] is True, (statement[:80], result)
    assert "structuredContent" not in result and len(json.dumps(result)) < 3_000
    assert replies[1]["id"] == "last"
for arguments in ({}, {"sql": 1}, {"sql": ["SELECT 1"]}, {"sql": "SELECT 1", "statement": "x"},
                  {"sql": "SELECT 1", "ledger": "secret.json"}, {"sql": "SELECT 1", "prices": "secret.json"}):
    (reply,) = talk(call("query", arguments))
    assert reply["result"]["isError"] is True, (arguments, reply)

# Proposals that are no group.
for group in [
    {}, {"id": "x"}, {"settings": {"price_files": ["secret.json"]}},
    {"transaction_groups": [{"id": "x"}]}, {"price_files": ["secret.json"]},
    {"id": "x", "occurred_at": "2024-06-27", "stock_transactions": "secret.json"},
    {"id": "x", "occurred_at": "2024-06-27", "stock_transactions": [{"symbol": "ACME", "trade_type": "sell", "quantity": "1e9", "price_per_share": "1"}]},
]:
    (reply,) = talk(call("propose_group", {"group": group}))
    result = reply["result"]
    assert result["isError"] or result["structuredContent"]["is_accepted"] is False, (group, reply)
deep = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"propose_group","arguments":{"group":'
(reply,) = talk(deep + b'{"a":' * 500 + b"1" + b"}" * 500 + b"}}}")
assert reply["error"]["code"] == -32700, reply

# Notifications and responses have no reply; a cancelled request has none either, or its result.
assert talk({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}},
            {"jsonrpc": "2.0", "method": "tools/call"}, {"jsonrpc": "2.0", "id": 5, "result": {}}) == []
replies = talk(call("check", {}), {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
assert len(replies) <= 1

# A ledger that cannot be read is a failure of the tool, and the server goes on.
replies = talk(call("check", {"ledger": "none.json"}), PING, ledgers=("none.json", "us.json"))
assert replies[0]["result"]["isError"] and replies[1]["id"] == "last"

# Random damage of a good message: the server replies to the message after it.
dice = random.Random(11)
good = json.dumps(call("holdings", {"ledger": "us.json", "as_of": "2024-06-28"})).encode()
damaged = []
for _ in range(2_000):
    data = bytearray(good)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(data))
        what = dice.randrange(3)
        if what == 0: data[place] = dice.randrange(256)
        elif what == 1: del data[place]
        else: data.insert(place, dice.randrange(256))
    damaged.append(bytes(data).replace(b"\n", b" "))
assert talk(*damaged, PING)[-1]["id"] == "last"

# Every reply is valid by the types of its version, and by its schema if that is given.
versions = {"2024-11-05": True, "2025-06-18": True, "2025-11-25": True, "2026-07-28": False}
schemas = {os.path.basename(os.path.dirname(os.path.realpath(path))): json.load(open(path)) for path in SCHEMAS}
checked = 0
for version, has_handshake in versions.items():
    meta = {} if has_handshake else {"_meta": MODERN}
    requests = [
        ("tools/list", {}), ("tools/call", {"name": "gains", "arguments": {}}),
        ("tools/call", {"name": "holdings", "arguments": {"output": "x"}}),
    ]
    first = ("initialize", HELLO["params"] | {"protocolVersion": version})
    requests.insert(0, first if has_handshake else ("server/discover", {}))
    messages = [
        {"jsonrpc": "2.0", "id": number, "method": method, "params": params | meta}
        for number, (method, params) in enumerate(requests)
    ]
    replies = talk(*messages, b"{", {**messages[1], "method": "none"}, handshake=False)
    assert len(replies) == len(messages) + 2
    names = {"initialize": "InitializeResult", "server/discover": "DiscoverResult",
             "tools/list": "ListToolsResult", "tools/call": "CallToolResult"}
    for (method, _), reply in zip(requests, replies):
        methods.validate_server_result(method, version, reply["result"])
        checked += 1
        if version in schemas:
            schema = schemas[version]
            key = "$defs" if "$defs" in schema else "definitions"
            at = {"$ref": f"#/{key}/{names[method]}", key: schema[key]}
            jsonschema.validate(reply["result"], at)
            jsonschema.validate(reply, {"$ref": f"#/{key}/JSONRPCMessage", key: schema[key]})
    for reply in replies[len(messages):]:
        if version in schemas and version >= "2025-11-25":
            schema = schemas[version]
            key = "$defs" if "$defs" in schema else "definitions"
            jsonschema.validate(reply, {"$ref": f"#/{key}/JSONRPCMessage", key: schema[key]})
print(f"hostile messages refused; {checked} replies valid, {len(schemas)} schemas")
