import FolioDiagnostics
import FolioModel
import FolioNumbers
import Foundation
import Testing

@testable import FolioStores

/// Messages cite the store as it is, and not a document that nobody has.
@Suite("Citations of stores")
struct CitationTests {
  private func store(_ kind: StoreCase) throws -> (StorePlace, StoreOperations) {
    let place = try kind.place()
    let storage = try place.address.kind.open(place.path, .creating, StoreContents(), nil, nil)
    var store = StoreOperations(storage, name: "here")
    try store.save(StoreInput(Sample.small), at: try Sample.time(1))
    for number in 1...40 {
      try store.append(
        StoreInput(Sample.deposit("d\(number)", "\(number)")), at: try Sample.time(1 + number))
    }
    for id in ["d3", "d7", "d3"] {
      try store.delete(id, at: try Sample.time(50))
      try store.undelete(id, at: try Sample.time(51))
    }
    return (place, store)
  }

  @Test("a line of a journal is the current version of the group")
  func journal() throws {
    var (place, store) = try store(.file)
    let text = try String(contentsOfFile: place.path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let groups = try store.contents().groups
    for (number, group) in groups.enumerated() {
      let found = store.citation(ofLine: number + 2)
      let cited = try #require(found)
      let line = String(lines[try #require(cited.line) - 1])
      #expect(line.dropFirst(cited.indent).hasPrefix(group.text), "\(group.id)")
      #expect(cited.text == "here:\(cited.line ?? 0)")
      let later = lines.suffix(from: cited.line ?? 0)
      #expect(!later.contains { $0.contains("\"row\":{\"id\": \"\(group.id)\"") })
    }
    let first = store.citation(ofLine: 1)?.line
    let head = try #require(first)
    #expect(lines[head - 1].contains("\"kind\":\"head\""))
  }

  @Test("other stores have no lines, and name the group")
  func others() throws {
    for kind in StoreCase.allCases where kind == .memory || kind.rawValue == "sqlite" {
      var (place, store) = try store(kind)
      let texts = [1, 5].map { store.citation(ofLine: $0)?.text }
      #expect(texts == ["here, head", "here, group d2"])
      withExtendedLifetime(place) {}
    }
  }

  @Test("faults of a change cite it, too")
  func faults() throws {
    for kind in StoreCase.allCases where kind.isLasting && kind.rawValue != "postgres" {
      var (place, store) = try store(kind)
      try store.append(StoreInput(Sample.sell("s1", "10")), at: try Sample.time(60))
      let number = try store.contents().groups.count - 1
      let found = store.citation(ofLine: number + 2)?.text
      let cited = try #require(found)
      let time = try Sample.time(61)
      do throws(StoreFailure) {
        try store.delete("g2", at: time)
        Issue.record("a sale without its purchase was accepted")
      } catch {
        let faults = try #require(error.faultsOfLedger)
        let text = DiagnosticPrinter(faults.sources).text(faults.errors)
        #expect(text.contains("\(cited):") && text.contains("[F301]"), "\(text)")
      }
      withExtendedLifetime(place) {}
    }
  }
}

extension StoreFailure {
  fileprivate var faultsOfLedger: LedgerFaults? {
    if case .invalid(let faults) = self { faults } else { nil }
  }
}
