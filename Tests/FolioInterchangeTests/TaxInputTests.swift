import FolioModel
import FolioNumbers
import Foundation
import Testing

@testable import FolioInterchange

/// The amounts for tax returns in settings.
struct TaxInputTests {
  private func document(_ entries: String) -> String {
    "{\"settings\": {\"tax_inputs\": \(entries)}}"
  }

  @Test func entriesAreRead() {
    let draft = read(
      document(
        """
        [{"year": 2023, "item": "losses", "amount": "120.50"},
         {"symbol": "WRLD", "year": "2024", "amount": 1.6, "item": "advance_lump_sum"}]
        """))
    #expect(draft.faults.isEmpty)
    #expect(
      draft.tables.settings.taxInputs == [
        TaxInput(.losses, "120.50", year: 2023),
        TaxInput(.advanceLumpSum, "1.6", year: 2024, symbol: "WRLD"),
      ])
    #expect(read(document("null")).tables.settings.taxInputs.isEmpty)
    #expect(read(document("[]")).faults.isEmpty)
  }

  @Test(arguments: [
    ("[{\"year\": 2023, \"item\": \"losses\"}]", ["F111 tax_inputs[0]"]),
    ("[{\"item\": \"losses\", \"amount\": 1}]", ["F111 tax_inputs[0]"]),
    ("[{\"year\": 2023, \"amount\": 1}]", ["F111 tax_inputs[0]"]),
    (
      "[{\"year\": 2023, \"item\": \"gains\", \"amount\": 1}]", ["F122 tax_inputs[0].item"]
    ), ("\"losses\"", ["F110 tax_inputs"]),
    (
      """
      [{"year": 2023, "item": "losses", "amount": 1}, {"year": 2023, "item": "losses", "amount": 2}]
      """, ["F211 tax_inputs"]
    ),
  ])
  func faultsAreReported(_ entries: String, _ expected: [String]) {
    #expect(faults(document(entries)) == expected)
  }

  @Test func aYearIsAWholeNumberAndAnAmountIsNotBelowZero() {
    let entries = [
      "[{\"year\": 2023.5, \"item\": \"losses\", \"amount\": 1}]",
      "[{\"year\": 0, \"item\": \"losses\", \"amount\": 1}]",
      "[{\"year\": 2023, \"item\": \"losses\", \"amount\": -1}]",
    ]
    for entry in entries { #expect(faults(document(entry)).count == 1, "\(entry)") }
  }

  @Test("Rows of settings add up, and values are written and read again")
  func roundTrip() throws {
    var contents = LedgerContents()
    contents.settings.taxInputs = [
      TaxInput(.lossesOfShares, "12.5", year: 2022),
      TaxInput(.fairValue, 63, year: 2018, symbol: "IOC"),
    ]
    let rows =
      "{\"settings\": [{\"tax_inputs\": [{\"year\": 2022, \"item\": \"losses_of_shares\", "
      + "\"amount\": \"12.5\"}]}, {\"tax_inputs\": [{\"year\": 2018, \"item\": "
      + "\"fair_value\", \"symbol\": \"IOC\", \"amount\": 63}]}]}"
    #expect(try LedgerContents(reading: Array(rows.utf8)).settings == contents.settings)
    let written = contents.document(.json)
    #expect(try LedgerContents(reading: written).settings == contents.settings)
    let coded = try JSONEncoder().encode(contents.settings)
    let decoded = try JSONDecoder().decode(LedgerContents.Settings.self, from: coded)
    #expect(decoded == contents.settings)
  }
}
