import FolioModel
import FolioNumbers
import Foundation
import Testing

@testable import FolioInterchange

/// The tax capacities of accounts in settings.
struct TaxCapacityTests {
  private static let entries = """
    [{"account": "isa", "capacity": "sheltered"}, {"capacity": "spouse", "account": "ann"}]
    """

  private func document(_ entries: String) -> String {
    "{\"settings\": {\"tax_capacities\": \(entries)}}"
  }

  @Test func eachAccountHasACapacity() {
    let draft = read(document(Self.entries))
    #expect(draft.faults.isEmpty)
    let found = draft.tables.settings.accountCapacities
    #expect(found.map(\.capacity) == [.sheltered, .spouse])
    #expect(found.map { draft.tables.securitiesAccount($0.account) } == ["isa", "ann"])
    #expect(read(document("null")).tables.settings.accountCapacities.isEmpty)
    #expect(read(document("[]")).faults.isEmpty)
  }

  @Test(arguments: [
    ("[{\"account\": \"isa\"}]", ["F111 tax_capacities[0]"]),
    ("[{\"capacity\": \"taxable\"}]", ["F111 tax_capacities[0]"]),
    ("[{\"account\": \"isa\", \"capacity\": \"free\"}]", ["F122 tax_capacities[0].capacity"]),
    ("[\"isa\"]", ["F110 tax_capacities[0]"]), ("\"isa\"", ["F110 tax_capacities"]),
    (
      """
      [{"account": "isa", "capacity": "sheltered"}, {"account": "isa", "capacity": "taxable"}]
      """, ["F211 tax_capacities"]
    ),
  ])
  func faultsAreReported(_ entries: String, _ expected: [String]) {
    #expect(faults(document(entries)) == expected)
  }

  @Test("Rows of settings add up, and values are written and read again")
  func roundTrip() throws {
    let rows =
      "{\"settings\": [{\"tax_capacities\": [{\"account\": \"isa\", "
      + "\"capacity\": \"sheltered\"}]}, {\"tax_capacities\": [{\"account\": \"ann\", "
      + "\"capacity\": \"spouse\"}]}]}"
    var contents = LedgerContents()
    contents.settings.taxCapacities = [.init("isa", .sheltered), .init("ann", .spouse)]
    #expect(try LedgerContents(reading: Array(rows.utf8)).settings == contents.settings)
    let written = contents.document(.json)
    #expect(try LedgerContents(reading: written).settings == contents.settings)
    let coded = try JSONEncoder().encode(contents.settings)
    let decoded = try JSONDecoder().decode(LedgerContents.Settings.self, from: coded)
    #expect(decoded == contents.settings)
  }
}
