"""A subset of PostgREST's interface as SQL. What is outside of it has the status 501, never a guess."""
import csv
import difflib
import io
import json
import re
from urllib.parse import parse_qsl, urlencode

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
            raise self.unrelated(table, name)
        children = [l for l in cache.links if l[0] == name and l[1] == table]
        parents = [l for l in cache.links if l[0] == table and l[1] == name]
        found = children + parents
        if hint not in (None, "inner", "left"):
            found = [l for l in found if l[2] == hint]
        if not found:
            raise self.unrelated(table, name)
        if len(found) > 1:
            raise self.ambiguous(table, name, children, parents)
        self.link, self.is_many = found[0], bool(children)
        self.selection = Selection(inner, cache, name)

    @staticmethod
    def unrelated(table, name):
        return Refusal(
            400, "PGRST200",
            f"Could not find a relationship between '{table}' and '{name}' in the schema cache",
            f"Searched for a foreign key relationship between '{table}' and '{name}' in the schema 'public', "
            "but no matches were found.")

    @staticmethod
    def ambiguous(table, name, children, parents):
        details = [{"cardinality": kind, "embedding": f"{table} with {name}",
                    "relationship": f"{key} using {table}({', '.join(own)}) and {name}({', '.join(others)})"}
                   for kind, links in (("one-to-many", [(l[2], l[4], l[3]) for l in children]),
                                       ("many-to-one", [(l[2], l[3], l[4]) for l in parents]))
                   for key, own, others in links]
        choices = ", ".join(f"'{name}!{link[2]}'" for link in children + parents)
        return Refusal(
            300, "PGRST201",
            f"Could not embed because more than one relationship was found for '{table}' and '{name}'",
            details, f"Try changing '{name}' to one of the following: {choices}. Find the desired "
            "relationship in the 'details' key.")

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
            is_not = path.split(".")[-1] == "not"
            if is_not:
                path = path.rpartition(".")[0]
            if path != (alias or ""):
                continue
            if column in ("and", "or"):
                conditions.append(("NOT " if is_not else "") + self.joined(source, column, value))
                continue
            conditions.append(self.condition(f"{source}.{name_of(column)}", value))
        return conditions

    @staticmethod
    def joined(source, word, text):
        """The conditions of `or=(a.eq.1,and(b.gt.2,not.c.is.null))`."""
        parts = []
        for item in split(text.strip()[1:-1]):
            negated = item.startswith("not.")
            item = item[4:] if negated else item
            inner = re.fullmatch(r"(and|or)(\(.*\))", item, re.S)
            if inner:
                part = Filters.joined(source, inner[1], inner[2])
            else:
                column, _, value = item.partition(".")
                part = Filters.condition(f"{source}.{name_of(column)}", value)
            parts.append(f"NOT ({part})" if negated else part)
        return "(" + f" {word.upper()} ".join(parts) + ")"

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
        if wanted < 0:
            raise Refusal(416, "PGRST103", "Requested range not satisfiable",
                          "Limit should be greater than or equal to zero.")
        offset = max(0, int(self.words.get(f"{alias}.offset" if alias else "offset", 0)))
        return f" LIMIT {wanted}" + (f" OFFSET {offset}" if offset else "")

    def checked(self, cache, table, selection):
        aliases = {embedded.alias: embedded.name for embedded in selection.embedded}
        for key, _ in self.pairs:
            path, _, column = key.rpartition(".")
            known = cache.tables.get(table if not path else aliases.get(path, ""), {})
            if column in ("and", "or"):
                continue
            if column not in known:
                raise Refusal(400, "42703", f"column {table}.{column} does not exist")


def preferences(headers):
    found = {}
    for item in headers.get("prefer", "").split(","):
        key, _, value = item.strip().partition("=")
        if key:
            found[key] = value
    known = {"return", "resolution", "missing", "count", "handling", "max-affected"}
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
                raise Refusal(406, "PGRST106", f"Invalid schema: {request['headers'][header]}", None,
                              "Only the following schemas are exposed: public")
        self.kind_of(request)
        found = re.fullmatch(r"(\d+)-(\d*)", request["headers"].get("range", ""))
        if found and method in ("GET", "HEAD"):
            first, last = int(found[1]), found[2]
            request["query"] = request["query"] + [("offset", found[1])] + (
                [("limit", str(int(last) - first + 1))] if last else [])
        path = request["path"].removeprefix("/rest/v1/")
        def run(sql, reads, settings=None, judge=None):
            return self.database.run(sql, role, claims, request, reads, settings, judge)

        if path.startswith("rpc/"):
            return self.finished(request, self.call(cache, path[4:], request, run))
        if path not in cache.tables:
            near = difflib.get_close_matches(path, cache.tables, 1)
            raise Refusal(404, "PGRST205", f"Could not find the table 'public.{path}' in the schema cache",
                          None, f"Perhaps you meant the table 'public.{near[0]}'" if near else None)
        if method in ("GET", "HEAD"):
            return self.finished(request, self.read(cache, path, request, run))
        if method in ("POST", "PATCH", "DELETE"):
            return self.finished(request, self.write(cache, path, request, run))
        raise unsupported(method)

    @staticmethod
    def kind_of(request):
        """The type of the answer: that of JSON, of one row, or of CSV."""
        accepted = request["headers"].get("accept", "*/*")
        for item in accepted.split(","):
            kind = item.split(";")[0].strip()
            if kind in ("*/*", "application/json", "application/*", "text/csv",
                        "application/vnd.pgrst.object+json", "application/vnd.pgrst.array+json"):
                return kind
        raise Refusal(406, "PGRST107", f"None of these media types are available: {accepted}")

    def finished(self, request, answer):
        """What a function has said of the status and the headers, and what preferences were applied."""
        status, headers, text = answer
        said, more = request.get("response") or (None, None)
        for pair in json.loads(more) if more else []:
            headers = {**headers, **pair}
        applied = [f"{key}={value}" for key, value in preferences(request["headers"]).items()
                   if key in ("return", "resolution", "missing", "count", "handling", "max-affected")]
        if applied:
            headers = {**headers, "Preference-Applied": ", ".join(applied)}
        if request["method"] == "GET":
            query = "?" + urlencode(request["query"]) if request["query"] else ""
            headers = {"Content-Location": request["path"].removeprefix("/rest/v1") + query, **headers}
        if text and self.kind_of(request) == "text/csv":
            rows = json.loads(text)
            if isinstance(rows, list):
                out = io.StringIO()
                writer = csv.DictWriter(out, list(rows[0]) if rows else [], lineterminator="\n")
                writer.writeheader()
                writer.writerows(rows)
                headers, text = {**headers, "Content-Type": "text/csv; charset=utf-8"}, out.getvalue().rstrip("\n")
        return int(said) if said else status, headers, text

    # Functions.

    def call(self, cache, name, request, run):
        method, kind = request["method"], request["headers"].get("content-type", "application/json")
        filters = None
        if method in ("GET", "HEAD"):
            names = {name for function in cache.functions.get(name, []) for name in function["arguments"]}
            given = {key: value for key, value in request["query"] if key in names}
            filters = Filters([pair for pair in request["query"] if pair[0] not in names])
        elif method == "POST":
            filters = Filters(request["query"])
            given = self.arguments(kind, request["body"], name)
        else:
            raise Refusal(405, "PGRST101", "Cannot use the " + method + " method on RPC")
        if filters.pairs or filters.words.keys() - {"limit", "offset"}:
            raise unsupported("filters of the rows of a function")
        whole = None
        for function in cache.functions.get(name, []):
            if method == "POST" and function["is_unnamed"]:
                whole = function["arguments"]
                break
            if isinstance(given, dict) and function["required"] <= given.keys() <= function["arguments"].keys():
                break
        else:
            raise self.no_function(name, given if isinstance(given, dict) else {})
        source = f"LATERAL public.{name_of(name)}"
        if whole is not None:
            source += f"({literal(request['body'].decode())}::json) AS result"
        else:
            columns = ", ".join(f"{name_of(key)} {function['arguments'][key]}" for key in given)
            source += f"({', '.join(f'{name_of(key)} := body.{name_of(key)}' for key in given)}) AS result"
            if given:
                text = json.dumps(given, ensure_ascii=False)
                if method == "POST" and kind.startswith("application/json") and self.is_object(request["body"]):
                    # As it came, so that numbers keep their digits.
                    text = request["body"].decode()
                source = f"json_to_record({literal(text)}::json) AS body({columns}), {source}"
        reads = function["reads"] or method in ("GET", "HEAD")
        settings = function["settings"]
        if function["result"] == "void":
            run(f"SELECT FROM {source}", reads, settings)
            return 204, {"Content-Range": "*/*"}, ""
        headers = {"Content-Range": "0-0/*"}
        if function["is_set"]:
            columns = "result.*" if function["is_table"] else "result"
            value = "t" if function["is_table"] else "t.result"
            text = (f"SELECT coalesce(json_agg({value}), '[]')::text, count(*) FROM (SELECT {columns} FROM {source}"
                    f"{filters.size_of(None, self.max_rows)}) AS t")
            rows = run(text, reads, settings)
            count, start = rows[0][1], int(filters.words.get("offset", 0))
            headers = {"Content-Range": f"{start}-{start + count - 1}/*" if count else "*/*"}
        elif function["is_table"]:
            rows = run(f"SELECT row_to_json(result)::text FROM {source}", reads, settings)
        else:
            rows = run(f"SELECT coalesce(to_json(result)::text, 'null') FROM {source}", reads, settings)
        return 200, headers, rows[0][0]

    @staticmethod
    def is_object(body):
        return body.lstrip()[:1] == b"{"

    def arguments(self, kind, body, name):
        """The arguments of a call. Of an array, the first element has them."""
        if kind.startswith("application/x-www-form-urlencoded"):
            return dict(parse_qsl(body.decode(), keep_blank_values=True))
        if kind.startswith(("text/plain", "application/octet-stream")):
            raise self.no_function(name, {})
        if not kind.startswith("application/json"):
            raise Refusal(400, "PGRST102", f"Content-Type not acceptable: {kind}")
        given = parsed(body or b"{}")
        if isinstance(given, list):
            given = given[0] if given else {}
        return {} if given is None else given

    @staticmethod
    def no_function(name, given):
        names = ", ".join(sorted(given))
        what = f"public.{name}({names})" if given else f"public.{name} without parameters"
        searched = f"with parameters {names} or " if len(given) > 1 else (
            f"with parameter {names} or " if given else "without parameters or ")
        return Refusal(
            404, "PGRST202", f"Could not find the function {what} in the schema cache",
            f"Searched for the function public.{name} {searched}with a single unnamed json/jsonb parameter, "
            "but no matches were found in the schema cache.")

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
        start = max(0, int(filters.words.get("offset", 0)))
        if total is not None and start > max(0, total - 1) and start:
            raise Refusal(416, "PGRST103", "Requested range not satisfiable",
                          f"An offset of {start} was requested, but there are only {total} rows.")
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
        # A limit of a change is ignored: all rows that the filters select change.
        where = filters.where(source, table)
        condition = " WHERE " + " AND ".join(where) if where else ""
        if method == "DELETE":
            change = f"DELETE FROM public.{source}{condition}"
        else:
            keys, is_many, body = self.body(cache, table, filters, request)
            if keys is None:
                # `null` and numbers are no rows.
                return (201 if method == "POST" else 204), {"Content-Range": "*/*"}, ""
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
        is_upsert = method == "POST" and prefer.get("resolution") == "merge-duplicates"
        mark = f", ({source}.xmax = 0) AS \"x-added\"" if is_upsert else ""
        added = "(SELECT count(*) FROM raw WHERE \"x-added\")" if is_upsert else "1"
        every = ", ".join(name_of(column) for column in cache.tables[table])
        columns, joins = selection.sql("changed", self.max_rows, filters)
        start = f"WITH raw AS ({change} RETURNING {source}.*{mark}), changed AS (SELECT {every} FROM raw)"
        result = (f"{start} SELECT coalesce(json_agg(t), '[]')::text, count(t), {added} AS added"
                  f" FROM (SELECT {columns} FROM changed {joins}) AS t")
        returned = prefer.get("return", "minimal")
        if returned not in ("minimal", "representation"):
            raise unsupported(f"return={returned}")
        if returned != "representation":
            result = f"{start} SELECT '', count(*), {added} AS added FROM changed"
        limit = prefer.get("max-affected")
        is_single = "vnd.pgrst.object" in request["headers"].get("accept", "")

        def judge(rows):
            """Refuses before the transaction ends."""
            count = rows[0][1]
            if limit and prefer.get("handling") == "strict" and method != "POST" and count > int(limit):
                raise Refusal(400, "PGRST124", "Query result exceeds max-affected preference constraint",
                              f"The query affects {count} rows")
            if returned == "representation" and is_single and count != 1:
                raise Refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object",
                              f"The result contains {count} rows")

        text, count, number = run(result, False, None, judge)[0][:3]
        done = (201 if number else 200) if method == "POST" else 200
        headers = {"Content-Range": "*/*" if method != "PATCH" or not count else f"0-{count - 1}/*"}
        if returned != "representation":
            return (done if method == "POST" else 204), headers, ""
        return self.shown(request, done, headers, text, count)

    def body(self, cache, table, filters, request):
        kind = request["headers"].get("content-type", "application/json")
        if kind.startswith("text/csv"):
            value = [{key: None if text == "NULL" else text for key, text in row.items()}
                     for row in csv.DictReader(io.StringIO(request["body"].decode()))]
            request["body"] = json.dumps(value).encode()
        elif kind.startswith("application/x-www-form-urlencoded"):
            value = dict(parse_qsl(request["body"].decode(), keep_blank_values=True))
            request["body"] = json.dumps(value).encode()
        else:
            value = parsed(request["body"])
        if not isinstance(value, (list, dict)):
            return None, False, ""
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
        if prefer.get("missing", "null") == "default" and keys:
            # A key that a row does not have takes the default of its column.
            defaults = cache.defaults.get(table, {})
            names_of = ", ".join(
                f"CASE WHEN row_of::jsonb ? {literal(key)} THEN body.{name_of(key)}"
                f" ELSE {defaults.get(key, 'NULL')} END" for key in keys)
            typed = ", ".join(f"{name_of(key)} {cache.tables[table][key]}" for key in keys)
            body = re.search(r"\((E'.*')::json\) AS body", record, re.S)[1]
            rows = f"json_array_elements(CASE json_typeof({body}::json) WHEN 'array' THEN {body}::json" \
                   f" ELSE json_build_array({body}::json) END) AS row_of"
            record = f"{rows}, json_to_record(row_of) AS body({typed})"
        else:
            names_of = names
        if not keys:
            return f"INSERT INTO public.{name_of(table)} DEFAULT VALUES"
        change = f"INSERT INTO public.{name_of(table)} ({names}) SELECT {names_of} FROM {record}"
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
    def refuse(word):
        raise ValueError(word)

    try:
        text = body.decode("utf-8")
        value = json.loads(text, parse_constant=refuse)
        # A surrogate alone is no character.
        json.dumps(value, ensure_ascii=False).encode()
        return value
    except ValueError:
        raise Refusal(400, "PGRST102", "Empty or invalid json") from None
