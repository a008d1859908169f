"""A subset of PostgREST's interface as SQL. What is outside of it has the status 501, never a guess."""
import json
import re

from database import Refusal, literal, name_of


def unsupported(what):
    return Refusal(501, "STAND-IN", f"the stand-in does not have this: {what}")


class Selection:
    """The columns of one level of `select`, and what is embedded in it."""

    def __init__(self, text, cache, table):
        self.cache, self.table = cache, table
        self.columns, self.embedded = [], []
        for item in split(text):
            found = re.fullmatch(r"(?:([\w-]+):)?([\w*-]+)(?:!([\w-]+))?\((.*)\)", item, re.S)
            if found:
                alias, name, hint, inner = found.groups()
                self.embedded.append(Embedded(cache, table, name, alias or name, hint, inner))
                continue
            plain = re.fullmatch(r"(?:([\w-]+):)?(\*|\w+)(?:::(\w+))?", item)
            if not plain:
                raise unsupported(f"select={item}")
            alias, column, cast = plain.groups()
            if column != "*" and column not in cache.tables[table]:
                raise Refusal(400, "42703", f"column {table}.{column} does not exist")
            self.columns.append((alias, column, cast))

    def sql(self, source, limit, filters):
        """The list of what is selected from a source, and its joins."""
        parts, joins = [], []
        for alias, column, cast in self.columns:
            if column == "*":
                parts.append(f"{source}.*")
                continue
            text = f"{source}.{name_of(column)}" + (f"::{cast}" if cast else "")
            parts.append(f"{text} AS {name_of(alias or column)}")
        for number, embedded in enumerate(self.embedded):
            inner, is_inner = embedded.sql(source, f"{source.strip(chr(34))}_{number}", limit, filters)
            place = name_of(f"{source.strip(chr(34))}_e{number}")
            joins.append(f"{'INNER' if is_inner else 'LEFT'} JOIN LATERAL ({inner}) AS {place} ON TRUE")
            parts.append(f"{place}.value AS {name_of(embedded.alias)}")
        return ", ".join(parts), " ".join(joins)


class Embedded:
    """Rows of another table inside of rows."""

    def __init__(self, cache, table, name, alias, hint, inner):
        if hint not in (None, "inner", "left") and not any(link[2] == hint for link in cache.links):
            raise unsupported(f"the hint !{hint}")
        self.is_inner = hint == "inner"
        self.alias, self.name = alias, name
        if name not in cache.tables:
            raise Refusal(400, "PGRST200", f"Could not find a relationship between '{table}' and '{name}'")
        children = [l for l in cache.links if l[0] == name and l[1] == table]
        parents = [l for l in cache.links if l[0] == table and l[1] == name]
        found = children + parents
        if hint not in (None, "inner", "left"):
            found = [l for l in found if l[2] == hint]
        if not found:
            raise Refusal(400, "PGRST200", f"Could not find a relationship between '{table}' and '{name}'")
        if len(found) > 1:
            raise Refusal(300, "PGRST201", "Could not embed because more than one relationship was found")
        self.link, self.is_many = found[0], bool(children)
        self.selection = Selection(inner, cache, name)

    def sql(self, outer, source, limit, filters):
        source = name_of(source)
        own, others = (self.link[3], self.link[4]) if self.is_many else (self.link[4], self.link[3])
        match = [f"{source}.{name_of(a)} = {outer}.{name_of(b)}" for a, b in zip(own, others)]
        match += filters.where(source, self.name, self.alias)
        columns, joins = self.selection.sql(source, limit, filters)
        order = filters.order_of(source, self.alias)
        size = filters.size_of(self.alias, limit)
        rows = (f"SELECT {columns} FROM public.{name_of(self.name)} AS {source} {joins}"
                f" WHERE {' AND '.join(match)}{order}{size}")
        inside = name_of(source.strip('"') + "_r")
        if self.is_many:
            text = f"SELECT coalesce(json_agg({inside}), '[]') AS value FROM ({rows}) AS {inside}"
            if self.is_inner:
                text += " HAVING count(*) > 0"
            return text, self.is_inner
        return f"SELECT row_to_json({inside}) AS value FROM ({rows}) AS {inside} LIMIT 1", self.is_inner


def split(text):
    """The items between the commas outside of parentheses and quotes."""
    items, depth, item, quoted = [], 0, "", False
    for letter in text:
        if letter == '"':
            quoted = not quoted
        if not quoted:
            depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and not quoted:
            items.append(item)
            item = ""
        else:
            item += letter
    return [one.strip() for one in items + [item] if one.strip()]


OPERATORS = {"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=", "like": "LIKE",
             "ilike": "ILIKE"}
WORDS = {"select", "order", "limit", "offset", "on_conflict", "columns"}


class Filters:
    """The conditions, the order and the size of a query."""

    def __init__(self, query):
        self.pairs = [(key, value) for key, value in query if key not in WORDS]
        self.words = {key: value for key, value in query if key in WORDS}
        for key, value in query:
            if key.split(".")[-1] in ("order", "limit", "offset") and "." in key:
                self.words[key] = value
        self.pairs = [pair for pair in self.pairs if pair[0] not in self.words]

    def where(self, source, table, alias=None):
        conditions = []
        for key, value in self.pairs:
            path, _, column = key.rpartition(".")
            if path != (alias or ""):
                continue
            if column in ("and", "or", "not"):
                raise unsupported(key)
            conditions.append(self.condition(f"{source}.{name_of(column)}", value))
        return conditions

    @staticmethod
    def condition(column, text):
        operator, _, value = text.partition(".")
        if operator == "not":
            return f"NOT ({Filters.condition(column, value)})"
        if operator in OPERATORS:
            if operator in ("like", "ilike"):
                value = value.replace("*", "%")
            return f"{column} {OPERATORS[operator]} {literal(value)}"
        if operator == "is" and value in ("null", "true", "false", "unknown"):
            return f"{column} IS {value.upper()}"
        if operator == "in" and value.startswith("(") and value.endswith(")"):
            values = [re.sub(r'\\(.)', r"\1", v[1:-1]) if v.startswith('"') else v for v in split(value[1:-1])]
            return f"{column} = ANY ({literal('{' + ','.join(json.dumps(v, ensure_ascii=False) for v in values) + '}')})"
        raise unsupported(f"the filter {text}")

    def order_of(self, source, alias=None):
        text = self.words.get(f"{alias}.order" if alias else "order")
        if not text:
            return ""
        parts = []
        for item in split(text):
            column, *rest = item.split(".")
            words = {"asc": "ASC", "desc": "DESC", "nullsfirst": "NULLS FIRST", "nullslast": "NULLS LAST"}
            if any(word not in words for word in rest) or not re.fullmatch(r"\w+", column):
                raise unsupported(f"order={item}")
            parts.append(f"{source}.{name_of(column)} " + " ".join(words[word] for word in rest))
        return " ORDER BY " + ", ".join(parts)

    def size_of(self, alias, limit):
        text = self.words.get(f"{alias}.limit" if alias else "limit")
        wanted = min(int(text), limit) if text else limit
        offset = int(self.words.get(f"{alias}.offset" if alias else "offset", 0))
        return f" LIMIT {wanted}" + (f" OFFSET {offset}" if offset else "")

    def checked(self, cache, table, selection):
        aliases = {embedded.alias: embedded.name for embedded in selection.embedded}
        for key, _ in self.pairs:
            path, _, column = key.rpartition(".")
            known = cache.tables.get(table if not path else aliases.get(path, ""), {})
            if column in ("and", "or"):
                raise unsupported(key)
            if column not in known:
                raise Refusal(400, "42703", f"column {table}.{column} does not exist")


def preferences(headers):
    found = {}
    for item in headers.get("prefer", "").split(","):
        key, _, value = item.strip().partition("=")
        if key:
            found[key] = value
    known = {"return", "resolution", "missing", "count", "handling", "max-affected", "tx"}
    if found.keys() - known:
        raise unsupported(f"Prefer: {sorted(found.keys() - known)}")
    return found


class Rest:
    """Answers requests below /rest/v1."""

    def __init__(self, database, max_rows=1000):
        self.database, self.max_rows = database, max_rows

    def answer(self, request, role, claims):
        """The status, the headers and the text of an answer."""
        cache, method = self.database.cache, request["method"]
        for header in ("accept-profile", "content-profile"):
            if request["headers"].get(header, "public") != "public":
                raise Refusal(406, "PGRST106", "The schema must be one of the following: public")
        if "range" in request["headers"]:
            raise unsupported("the header Range")
        path = request["path"].removeprefix("/rest/v1/")
        run = lambda sql, reads: self.database.run(sql, role, claims, request, reads)
        if path.startswith("rpc/"):
            return self.call(cache, path[4:], request, run)
        if path not in cache.tables:
            raise Refusal(404, "PGRST205",
                          f"Could not find the table 'public.{path}' in the schema cache")
        if method in ("GET", "HEAD"):
            return self.read(cache, path, request, run)
        if method in ("POST", "PATCH", "DELETE"):
            return self.write(cache, path, request, run)
        raise unsupported(method)

    # Functions.

    def call(self, cache, name, request, run):
        if request["method"] == "GET":
            given = dict(request["query"])
        elif request["method"] == "POST":
            given = parsed(request["body"] or b"{}")
            if not isinstance(given, dict):
                raise unsupported("arguments that are no object")
            if request["query"]:
                raise unsupported("a query of rpc")
        else:
            raise unsupported(f"{request['method']} of rpc")
        for function in cache.functions.get(name, []):
            if function["required"] <= given.keys() <= function["arguments"].keys():
                break
        else:
            raise Refusal(404, "PGRST202", f"Could not find the function public.{name}"
                          f"({', '.join(sorted(given))}) in the schema cache")
        columns = ", ".join(f"{name_of(key)} {function['arguments'][key]}" for key in given)
        arguments = ", ".join(f"{name_of(key)} := body.{name_of(key)}" for key in given)
        body = request["body"].decode() if request["method"] == "POST" else json.dumps(given)
        source = f"LATERAL public.{name_of(name)}({arguments}) AS result"
        if given:
            source = f"json_to_record({literal(body)}::json) AS body({columns}), {source}"
        if function["result"] == "void":
            run(f"SELECT FROM {source}", function["reads"])
            return 204, {}, ""
        if function["is_set"]:
            text = (f"SELECT coalesce(json_agg(t), '[]')::text FROM (SELECT result.* FROM {source}"
                    f" LIMIT {self.max_rows}) AS t")
        elif function["is_table"]:
            text = f"SELECT row_to_json(result)::text FROM {source}"
        else:
            text = f"SELECT coalesce(to_json(result)::text, 'null') FROM {source}"
        rows = run(text, function["reads"])
        return 200, {}, rows[0][0]

    # Tables.

    def read(self, cache, table, request, run):
        filters = Filters(request["query"])
        selection = Selection(filters.words.get("select", "*"), cache, table)
        filters.checked(cache, table, selection)
        source = name_of(table)
        columns, joins = selection.sql(source, self.max_rows, filters)
        where = filters.where(source, table)
        condition = " WHERE " + " AND ".join(where) if where else ""
        body = (f"SELECT {columns} FROM public.{source} {joins}{condition}"
                f"{filters.order_of(source)}{filters.size_of(None, self.max_rows)}")
        counting = preferences(request["headers"]).get("count")
        if counting not in (None, "exact"):
            raise unsupported(f"count={counting}")
        total = f"(SELECT count(*) FROM public.{source} {joins}{condition})" if counting else "NULL"
        rows = run(f"SELECT coalesce(json_agg(t), '[]')::text, count(t), {total} FROM ({body}) AS t", True)
        text, count, total = rows[0]
        start = int(filters.words.get("offset", 0))
        shown = f"{start}-{start + count - 1}" if count else "*"
        headers = {"Content-Range": f"{shown}/{'*' if total is None else total}"}
        status = 206 if total is not None and count < total else 200
        return self.shown(request, status, headers, text, count)

    @staticmethod
    def shown(request, status, headers, text, count):
        if "vnd.pgrst.object" in request["headers"].get("accept", ""):
            if count != 1:
                raise Refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object",
                              f"The result contains {count} rows")
            text = text[1:-1]
        return status, headers, text

    def write(self, cache, table, request, run):
        filters, prefer = Filters(request["query"]), preferences(request["headers"])
        selection = Selection(filters.words.get("select", "*"), cache, table)
        filters.checked(cache, table, selection)
        source, method = name_of(table), request["method"]
        if any(key in filters.words for key in ("limit", "offset", "order")):
            raise unsupported("a limited change")
        where = filters.where(source, table)
        condition = " WHERE " + " AND ".join(where) if where else ""
        if method == "DELETE":
            change = f"DELETE FROM public.{source}{condition}"
        else:
            keys, is_many, body = self.body(cache, table, filters, request)
            if not keys and not (method == "POST" and not is_many):
                return (201 if method == "POST" else 204), {"Content-Range": "*/*"}, ""
            typed = ", ".join(f"{name_of(key)} {cache.tables[table][key]}" for key in keys)
            names = ", ".join(map(name_of, keys))
            record = f"json_to_record{'set' if is_many else ''}({literal(body)}::json) AS body({typed})"
            if method == "POST":
                change = self.insert(cache, table, keys, names, record, filters, prefer)
            else:
                if is_many:
                    raise unsupported("PATCH with an array")
                sets = ", ".join(f"{name_of(key)} = body.{name_of(key)}" for key in keys)
                change = f"UPDATE public.{source} SET {sets} FROM {record}{condition}"
        columns, joins = selection.sql("changed", self.max_rows, filters)
        result = (f"WITH changed AS ({change} RETURNING {source}.*) SELECT coalesce(json_agg(t), '[]')::text,"
                  f" count(t) FROM (SELECT {columns} FROM changed {joins}) AS t")
        if prefer.get("return", "minimal") == "minimal":
            result = f"WITH changed AS ({change} RETURNING 1) SELECT '', count(*) FROM changed"
        limit = prefer.get("max-affected")
        if limit and prefer.get("handling") == "strict" and method != "POST":
            result = f"SELECT * FROM ({result}) AS r"
            # The count is checked before the transaction ends.
            result = result.replace("SELECT * FROM", "SELECT *, 1 / (CASE WHEN r.count > "
                                    f"{int(limit)} THEN 0 ELSE 1 END) FROM", 1)
        try:
            text, count = run(result, False)[0][:2]
        except Refusal as refusal:
            if limit and refusal.body["code"] == "22012":
                raise Refusal(400, "PGRST124", "Query result exceeds max-affected preference constraint"
                              ) from None
            raise
        if prefer.get("return", "minimal") == "minimal":
            return (201 if method == "POST" else 204), {"Content-Range": "*/*"}, ""
        return self.shown(request, 201 if method == "POST" else 200, {}, text, count)

    def body(self, cache, table, filters, request):
        value = parsed(request["body"])
        rows = value if isinstance(value, list) else [value]
        if any(not isinstance(row, dict) for row in rows):
            raise Refusal(400, "PGRST102", "All object keys must match")
        if "columns" in filters.words:
            keys = [key.strip().strip('"') for key in split(filters.words["columns"])]
        else:
            keys = list(rows[0]) if rows else []
            if any(row.keys() != rows[0].keys() for row in rows):
                raise Refusal(400, "PGRST102", "All object keys must match")
        for key in keys:
            if key not in cache.tables[table]:
                raise Refusal(400, "PGRST204",
                              f"Could not find the '{key}' column of '{table}' in the schema cache")
        return keys, isinstance(value, list), request["body"].decode()

    @staticmethod
    def insert(cache, table, keys, names, record, filters, prefer):
        if prefer.get("missing", "null") == "default":
            raise unsupported("missing=default")
        if not keys:
            return f"INSERT INTO public.{name_of(table)} DEFAULT VALUES"
        change = f"INSERT INTO public.{name_of(table)} ({names}) SELECT {names} FROM {record}"
        resolution = prefer.get("resolution")
        if resolution is None:
            return change
        target = [c.strip() for c in filters.words.get("on_conflict", "").split(",") if c.strip()]
        target = target or cache.primary.get(table, [])
        change += f" ON CONFLICT ({', '.join(map(name_of, target))}) DO "
        if resolution == "ignore-duplicates":
            return change + "NOTHING"
        if resolution != "merge-duplicates":
            raise unsupported(f"resolution={resolution}")
        return change + "UPDATE SET " + ", ".join(f"{name_of(k)} = excluded.{name_of(k)}" for k in keys)


def parsed(body):
    try:
        return json.loads(body)
    except ValueError:
        raise Refusal(400, "PGRST102", "Empty or invalid json") from None
