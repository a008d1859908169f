import Foundation
import Testing

@testable import FolioStores

/// The table of failures in Specs/stores.md is what the code does.
@Suite("Faults of servers")
struct ServerFaultTests {
  /// A row of the table: codes, statuses of HTTP and the failure.
  struct Row: Sendable, CustomTestStringConvertible {
    var codes: [String]
    var statuses: [Int]
    var failure: String
    var testDescription: String { "\(codes) \(statuses) \(failure)" }
  }

  static let rows: [Row] = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = (try? String(contentsOf: root.appending(path: "Specs/stores.md"), encoding: .utf8))
    let lines = (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    let table = lines.drop { !$0.hasPrefix("| the server or the connection says |") }
    return table.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|")
      let codes = cells[0].matches(of: /`([0-9A-Z]+…?)`/).map {
        $0.1.replacing("…", with: "001")
      }
      let statuses = cells[0].matches(of: /status ([0-9…, ]+)/).flatMap {
        $0.1.split(separator: ",").compactMap {
          Int($0.trimmingCharacters(in: .whitespaces).replacing("…", with: "00"))
        }
      }
      let failure = cells[1].matches(of: /`([a-zA-Z]+)/).last.map { String($0.1) } ?? ""
      return Row(codes: codes.map(String.init), statuses: statuses, failure: failure)
    }
  }()

  private func name(_ failure: StoreFailure) -> String {
    let text = Mirror(reflecting: failure).children.first?.label
    return text ?? "\(failure)".split(separator: " ").first.map(String.init) ?? ""
  }

  @Test("the table has codes of all kinds")
  func table() {
    #expect(Self.rows.count == 10)
    #expect(Self.rows.flatMap(\.codes).count >= 25)
    #expect(Self.rows.flatMap(\.statuses).count >= 8)
  }

  @Test("each code of the table is that failure", arguments: rows)
  func codes(_ row: Row) throws {
    for code in row.codes {
      let fault = ServerFault(code: code, message: "something", hint: "do this")
      #expect(name(fault.failure("server")) == row.failure, "\(code)")
    }
    for status in row.statuses {
      let fault = ServerFault(code: "", message: "something", status: status)
      #expect(name(fault.failure("server")) == row.failure, "\(status)")
    }
  }

  @Test("without an answer the server is unreachable, and a cancelled task says so")
  func others() {
    let lost = ServerFault(code: "", message: "the connection was lost", isLost: true)
    #expect(name(lost.failure("server")) == "unreachable")
    guard case .cancelled = ServerFault.cancelled.failure("server") else {
      Issue.record("not cancelled")
      return
    }
    let unknown = ServerFault(code: "ABCDE", message: "something", hint: "do this")
    #expect(unknown.failure("server").problem == "server: something (do this)")
  }
}
