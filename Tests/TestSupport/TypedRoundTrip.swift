import Folio
import Foundation
import Testing

/// Reads all rows of a ledger as values, and expects that the values mean the same rows: written,
/// coded, and read from the document.
/// - Returns: the number of groups.
@discardableResult
func expectTypedRoundTrip(_ ledger: Ledger, _ name: String) throws -> Int {
  let written = LedgerWriter(ledger).bytes(.lines)
  let contents = try LedgerContents(reading: written, name: name)
  #expect(contents == LedgerContents(ledger), "\(name)")
  #expect(try LedgerContents(reading: contents.document(), name: name) == contents, "\(name)")
  let lines = written.split(separator: UInt8(ascii: "\n"))
  // The whole head: settings, master data, quotes, balances, and what Folio only keeps.
  var head = contents
  head.groups = []
  #expect(head.document().dropLast() == lines[0], "\(name)")
  let rows = lines.dropFirst()
  #expect(rows.count == contents.groups.count, "\(name)")
  for (row, group) in zip(rows, contents.groups) {
    #expect(group.row == Array(row), "\(name): \(group.id)")
    var plain = group
    plain.removeOtherColumns()
    let decoder = JSONDecoder()
    #expect(try decoder.decode(LedgerGroup.self, from: Data(row)) == plain, "\(name): \(group.id)")
  }
  let coded = try JSONEncoder().encode(contents)
  #expect(try JSONDecoder().decode(LedgerContents.self, from: coded) == contents, "\(name)")
  return contents.groups.count
}

extension LedgerGroup {
  fileprivate mutating func removeOtherColumns() {
    otherColumns = []
    for index in stockLegs.indices { stockLegs[index].otherColumns = [] }
    for index in cashLegs.indices { cashLegs[index].otherColumns = [] }
  }
}
