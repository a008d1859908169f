import FolioStores
import Testing

@testable import FolioSupabase

/// The table of causes in Specs/supabase.md, row by row.
@Suite("Causes of failures of Supabase stores")
struct CauseTests {
  /// A row of the table: an answer or a fault, and the failure.
  struct Row: Sendable, CustomTestStringConvertible {
    let cause: String
    let failure: String
    var testDescription: String { cause }
  }

  static let rows: [Row] = {
    let root = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    let bytes = (try? AtomicFile("\(root)/Specs/supabase.md").read()) ?? []
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").drop {
      $0 != "| cause | failure |"
    }
    return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        cell.split(separator: " ").joined(separator: " ")
      }
      return Row(cause: cells[0], failure: cells[1].replacing("`", with: ""))
    }
  }()

  @Test("there are rows")
  func count() { #expect(Self.rows.count >= 15) }

  @Test("each cause has its failure", arguments: rows)
  func row(_ row: Row) throws {
    let scripted = try Scripted()
    var words = row.cause.split(separator: " ").map(String.init)
    if let status = Int(words[0]) {
      let code = words.count > 1 ? words[1].replacing("`", with: "") : ""
      let body = code.isEmpty ? "<html>" : #"{"code": "\#(code)", "message": "m"}"#
      scripted.http.answer(status, body)
      if code.hasPrefix("PGRST3") {
        scripted.http.answer(200, Scripted.session("new"))
        scripted.http.answer(status, body)
      }
    } else {
      words = [row.cause]
      scripted.http.fail(try #require(Self.faults[row.cause]))
    }
    let transport = RestTransport(scripted.project.holder, of: "ann")
    let fault = #expect(throws: ServerFault.self) {
      try transport.changes(since: 0, limit: 1, headSince: 0)
    }
    let failure = try #require(fault).failure("https://host")
    #expect(Self.name(of: failure) == row.failure)
  }

  private static let faults: [String: HTTPFault] = [
    "no network, no such host": .noConnection("x"), "no answer in time": .noAnswer("x"),
    "a certificate that is not valid": .untrusted("x"), "an answer of more than 64 MB": .tooLong,
    "a cancelled task": .cancelled,
  ]

  private static func name(of failure: StoreFailure) -> String {
    switch failure {
    case .conflict(.storeChanged): "conflict"
    case .unauthorized: "unauthorized"
    case .unavailable: "unavailable"
    case .unreachable: "unreachable"
    case .unsupported: "unsupported"
    case .cancelled: "cancelled"
    case .notFound, .conflict, .corrupt, .locked, .closed, .inUse, .invalid, .unknownOutcome:
      "another: \(failure)"
    }
  }
}
