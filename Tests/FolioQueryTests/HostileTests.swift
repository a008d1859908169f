import Dispatch
import Folio
import Testing

@testable import FolioQuery
@testable import TestSupport

@Suite("Hostile statements", .enabled(if: LedgerQuery.isAvailable))
struct HostileTests {
  @Test(
    "are refused",
    arguments: [
      "ATTACH 'other.db' AS other", "ATTACH ':memory:' AS other", "DETACH main",
      "VACUUM INTO 'copy.db'", "VACUUM", "PRAGMA journal_mode", "PRAGMA database_list",
      "PRAGMA writable_schema = 1", "SELECT * FROM pragma_database_list",
      "SELECT count(*) FROM pragma_database_list", "SELECT load_extension('x')",
      "SELECT load_extension('x', 'y') FROM groups", "INSERT INTO groups (id) VALUES ('x')",
      "UPDATE groups SET id = 'x'", "DELETE FROM groups", "DROP TABLE groups",
      "CREATE TABLE x (a)", "CREATE TEMP TABLE x (a)", "CREATE VIEW x AS SELECT 1",
      "CREATE TRIGGER x AFTER INSERT ON groups BEGIN SELECT 1; END",
      "CREATE VIRTUAL TABLE x USING fts5(a)", "ALTER TABLE groups ADD COLUMN x", "BEGIN",
      "COMMIT", "ROLLBACK", "SAVEPOINT x", "ANALYZE", "REINDEX",
      "WITH x AS (SELECT 1) INSERT INTO groups (id) SELECT * FROM x",
      "REPLACE INTO groups (id) VALUES ('x')", "SELECT 1; SELECT 2",
      "SELECT 1; DROP TABLE groups", "EXPLAIN ATTACH 'x' AS y",
    ])
  func refused(_ statement: String) throws {
    let asking = try Asking.sample()
    guard case .refused(let reason)? = asking.fault(statement) else {
      Issue.record("\(statement): \(String(describing: asking.fault(statement)))")
      return
    }
    #expect(reason.hasSuffix("."), "\(reason)")
    #expect(try asking.rows("SELECT count(*) FROM groups") == ["4"])
  }

  @Test(
    "with functions and tables that only the shell has are errors",
    arguments: [
      "SELECT readfile('/etc/passwd')", "SELECT writefile('x', 'y')", "SELECT edit('x')",
      "SELECT * FROM fsdir('/')", "SELECT * FROM sqlite_dbpage", "SELECT * FROM dbstat",
      "SELECT * FROM zipfile('x')", "SELECT value FROM json_each('[1, 2]')",
      "SELECT fts3_tokenizer('simple')", "SELECT * FROM 'x.db'.y",
    ])
  func missing(_ statement: String) throws {
    #expect(try Asking.sample().fault(statement) != nil)
  }

  @Test(
    "that are no statement say what is wrong",
    arguments: [
      ("", "there is no statement"), (" ; ; -- nothing", "there is no statement"),
      ("SELEC 1", "near \"SELEC\": syntax error"),
      ("SELECT * FROM grops", "there is no table grops"),
      ("SELECT gian FROM disposals", "there is no column gian. Did you mean 'gain'?"),
      ("SELECT exact_sums(1)", "there is no function exact_sums. Did you mean 'exact_sum'?"),
      ("SELECT ?", "the statement has parameters"), ("SELECT 1\u{0} FROM x", "the statement has a"),
      ("SELECT 'x", "unrecognized token"), ("SELECT (1", "incomplete input"),
    ])
  func wrong(_ statement: String, _ problem: String) throws {
    guard case .statement(let text)? = try Asking.sample().fault(statement) else {
      Issue.record("\(statement) has an answer")
      return
    }
    #expect(text.hasPrefix(problem), "\(text)")
  }

  @Test(
    "end at a limit",
    arguments: [
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT max(n) FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 'x' UNION ALL SELECT n || n FROM r) SELECT count(n) FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "
        + "SELECT group_concat(n) FROM r",
      "SELECT zeroblob(1000000000)", "SELECT randomblob(1000000000)",
      "SELECT hex(zeroblob(900000))", "SELECT printf('%.2000000c', 'x')",
      "SELECT instr(printf('%.9000000c', 'a'), format('%4000000d', 1))",
      "SELECT length(replace(hex(zeroblob(400000)), '0', 'xxxx'))",
      "SELECT length(trim(printf('%.900000c', 'z'), printf('%.400000c', 'a')))",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 9) "
        + "SELECT printf('%.500000c', 'x') FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 9) "
        + "SELECT zeroblob(300000) FROM r",
      "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r LIMIT 900) "
        + "SELECT length(json_group_array(printf('%.500000c', 'x'))) FROM r",
      "SELECT sum(length(a.x)) FROM (SELECT zeroblob(900000) AS x FROM groups) a, groups b, "
        + "groups c, groups d, groups e, groups f, groups g, groups h, groups i, groups j, "
        + "groups k, groups l, groups m, groups n, groups o",
    ])
  func limited(_ statement: String) throws {
    var query = try Asking.sample().query
    query.limits.time = .milliseconds(500)
    query.limits.values = 100_000
    query.limits.memory = 64 << 20
    query.limits.bytes = 2 << 20
    let start = ContinuousClock.now
    do throws(QueryFault) {
      _ = try query.answer(to: statement)
      Issue.record("\(statement) has an answer")
    } catch {
      guard case .limit(let text) = error else {
        Issue.record("\(statement): \(error)")
        return
      }
      #expect(text.hasSuffix("."), "\(text)")
    }
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("that are too deep or too long are errors")
  func deep() throws {
    let asking = try Asking.sample()
    let nested = String(repeating: "(", count: 5_000) + "1" + String(repeating: ")", count: 5_000)
    #expect(asking.fault("SELECT \(nested)") != nil)
    let sum = Array(repeating: "1", count: 20_000).joined(separator: "+")
    #expect(asking.fault("SELECT \(sum)") != nil)
    let negations = String(repeating: "-(", count: 300) + "1" + String(repeating: ")", count: 300)
    #expect(asking.fault("SELECT \(negations)") != nil)
    let union = Array(repeating: "SELECT 1", count: 100).joined(separator: " UNION ALL ")
    #expect(asking.fault(union) != nil)
    let long = "SELECT '" + String(repeating: "x", count: 200_000) + "'"
    #expect(asking.fault(long) != nil)
    let selects =
      String(repeating: "SELECT (", count: 500) + "1" + String(repeating: ")", count: 500)
    #expect(asking.fault(selects) != nil)
    let wide = "SELECT " + Array(repeating: "1", count: 600).joined(separator: ",")
    #expect(asking.fault(wide) != nil)
  }

  @Test("leave the limit of the process as it was")
  func limits() throws {
    let asking = try Asking.sample()
    for _ in 0..<3 { #expect(asking.fault("SELECT zeroblob(1000000000)") != nil) }
    #expect(try asking.rows("SELECT length(hex(zeroblob(400000)))") == ["800000"])
  }

  @Test("print as SQLite does")
  func printing() throws {
    let asking = try Asking.sample()
    let statement =
      "SELECT printf('%05d|%.2f|%s', 42, 1.5, 'x') AS a, format('%s', NULL) || '-' AS b, "
      + "printf(NULL) IS NULL AS c, length(printf('%.900000c', 'x')) AS d"
    #expect(try asking.rows(statement) == ["00042|1.50|x|-|1|900000"])
  }

  #if canImport(SQLite3) || SQLite
  @Test("whose step does not end are left behind, and nothing starts until it has ended")
  func leftBehind() async throws {
    let thread = QueryThread(grace: .milliseconds(50))
    let step = DispatchSemaphore(value: 0)
    let start = ContinuousClock.now
    #expect(throws: QueryFault.self) {
      try thread.run(within: .milliseconds(50)) { () throws(QueryFault) in step.wait() }
    }
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(throws: QueryFault.self) { try thread.run(within: .milliseconds(50)) { 1 } }
    step.signal()
    var answer: Int?
    while answer == nil, ContinuousClock.now - start < .seconds(60) {
      answer = try? thread.run(within: .seconds(9)) { 2 }
    }
    #expect(answer == 2)
  }

  @Test("answer, or fail, as their work does")
  func answers() throws {
    let thread = QueryThread(grace: .seconds(1))
    #expect(try thread.run(within: .seconds(9)) { "done" } == "done")
    do throws(QueryFault) {
      try thread.run(within: .seconds(9)) { () throws(QueryFault) in throw .refused("no.") }
    } catch {
      #expect("\(error)" == "no.")
    }
  }
  #endif
}
