import Folio
import Foundation
import Testing

@testable import FolioFuzz

/// The ledgers of the specification, as the fuzzer finds them.
let bank = SeedBank(
  (try? SeedFiles.documents(
    in: ["Specs/errors", "Specs/booking", "Examples/ledgers"].map { packageFolder + "/" + $0 }))
    ?? [])

/// The files of other programs in the specification.
let importFolder = packageFolder + "/Specs/import"

private let packageFolder = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

@Suite struct MutatorTests {
  @Test("The ledgers of the specification are found, and what stands in them")
  func bankIsFull() throws {
    #expect(bank.documents.count > 100)
    #expect(bank.keys.count > 50)
    let types = try #require(bank.scalars[Array("\"trade_type\"".utf8)[...]])
    #expect(types.contains(Array("\"buy\"".utf8)[...]))
    #expect(!(bank.rows[Array("\"transaction_groups\"".utf8)[...]] ?? []).isEmpty)
  }

  @Test("A ledger comes apart into pieces that know their keys")
  func pieces() {
    let text = #"{"lots": [{"id": "a\"b", "x": -1.5e3}, [true]], "y": null}"#
    let document = SeedDocument(Array(text.utf8))
    let scalars = document.pieces.filter { $0.kind == .scalar }
    #expect(
      scalars.map { String(decoding: $0.text, as: UTF8.self) }
        == [#""a\"b""#, "-1.5e3", "true", "null"])
    #expect(
      scalars.map { String(decoding: $0.key, as: UTF8.self) }
        == [#""id""#, #""x""#, #""lots""#, #""y""#])
    #expect(Pieces.end(of: 3, in: document.pieces) == document.pieces.count - 5)
  }

  @Test("Of a case its ledger is taken, and nothing of what is no ledger")
  func ledgerOfCase() {
    let text = #"{"id": 1, "ledger": {"transaction_groups": []}, "expect": {}}"#
    let ledger = SeedDocument(Array(text.utf8)).ledger
    #expect(ledger?.bytes == Array(#"{"transaction_groups": []}"#.utf8))
    #expect(SeedDocument(Array(#"{"bitcoin": {"usd": 1}}"#.utf8)).ledger == nil)
  }

  @Test("An input depends on its number and the seed, and they are not all alike")
  func sameInputs() {
    let mutator = Mutator(bank)
    var different: Set<[UInt8]> = []
    for index in 0..<500 {
      let input = mutator.input(index, seed: 7).bytes
      #expect(input == mutator.input(index, seed: 7).bytes)
      different.insert(input)
    }
    #expect(different.count > 450)
    #expect(mutator.input(3, seed: 7).bytes != mutator.input(3, seed: 8).bytes)
  }
}
