import Testing

@testable import FolioModel
@testable import TestSupport

@Suite("Identifiers")
struct IdentifierTests {
  private static let packed = [
    "a", "AAPL", "c-usd", "exactly8", "nine char", "sixteen bytes ok", " ", "~",
    "0f8fad5b-d9cb-469f-a165-70867728950e", "0F8FAD5B-D9CB-469F-A165-70867728950E",
    "00000000-0000-0000-8000-000000000000", "ffffffff-ffff-ffff-bfff-ffffffffffff",
    "FFFFFFFF-FFFF-FFFF-BFFF-FFFFFFFFFFFF", "12345678-1234-1234-9234-123456789012",
  ]
  private static let interned = [
    "seventeen bytes..", "Zürich", "日経", "😀", "tab\there", "del\u{7F}",
    // Mixed case, and variants other than RFC 4122's.
    "0f8fad5b-d9cb-469f-a165-70867728950E", "00000000-0000-0000-0000-000000000000",
    "0f8fad5b-d9cb-469f-c165-70867728950e", "0F8FAD5B-D9CB-469F-E165-70867728950E",
    "0f8fad5b-d9cb-469f-7165-70867728950e",
    // Of a UUID's length, and none.
    "0f8fad5b-d9cb-469f-a165_70867728950e", "0f8fad5bd9cb-469f-a165-7086772895-0e",
    "0f8fad5b-d9cb-469f-a165-70867728950g", "a transaction id of thirty-six bytes",
    "0f8fad5b-d9cb-469f-a165-70867728950e0", "0f8fad5b-d9cb-469f-a165-70867728950",
  ]

  @Test("what fits 16 bytes is packed and comes out as it went in", arguments: packed)
  func packs(_ text: String) throws {
    let identifier = try #require(Identifier(packing: Array(text.utf8)))
    #expect(identifier.packedBytes == Array(text.utf8))
    #expect(identifier.internedIndex == nil)
    #expect(!identifier.isNone)
  }

  @Test("what does not fit is kept in the table and comes out as it went in", arguments: interned)
  func interns(_ text: String) {
    #expect(Identifier(packing: Array(text.utf8)) == nil)
    var table = NameTable()
    let identifier = table.identifier(of: Array(text.utf8))
    #expect(identifier.packedBytes == nil)
    #expect(identifier.internedIndex == 0)
    #expect(table.text(of: identifier) == text)
    #expect(!identifier.isNone)
  }

  @Test("the empty text is no text")
  func empty() {
    var table = NameTable()
    #expect(table.identifier(of: []) == .none)
    #expect(table.text(of: .none).isEmpty)
    #expect(table.existingIdentifier(of: "") == Identifier.none)
  }

  @Test("two identifiers are equal exactly when their texts are")
  func equality() {
    var table = NameTable()
    let texts = Self.packed + Self.interned + ["", "A", "aapl", "exactly8 ", "Zu\u{308}rich"]
    let first = texts.map { table.identifier(of: Array($0.utf8)) }
    let again = texts.map { table.identifier(of: Array($0.utf8)) }
    #expect(first == again)
    #expect(Set(first).count == texts.count)
    #expect(first.map { table.text(of: $0) }.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    #expect(texts.map { table.existingIdentifier(of: $0) } == first)
  }

  @Test("a text that was never seen has an identifier only if it is packed")
  func unseen() {
    let table = NameTable()
    #expect(table.existingIdentifier(of: "short") != nil)
    #expect(table.existingIdentifier(of: "a text that is far too long") == nil)
    #expect(table.bytes(of: Identifier(internedIndex: 5)).isEmpty)
  }

  @Test("every length of ASCII text and every printable character survives")
  func lengths() {
    let printable = (UInt8(0x20)...0x7E).map { $0 }
    for length in 1...40 {
      for start in printable.indices {
        let text = (0..<length).map { printable[(start + $0) % printable.count] }
        var table = NameTable()
        let identifier = table.identifier(of: text)
        #expect(table.bytes(of: identifier) == text)
      }
    }
  }

  @Test("an index finds what was put in, and grows as it must")
  func index() {
    var index = IdentifierIndex(capacity: 1)
    let identifiers = (0..<5000).map { Identifier(high: UInt64($0 % 70) << 40, low: UInt64($0)) }
    for (number, identifier) in identifiers.enumerated() {
      #expect(index[identifier] == nil)
      #expect(index.insert(identifier, UInt32(number)) == nil)
    }
    #expect(index.count == 5000)
    for (number, identifier) in identifiers.enumerated() {
      #expect(index[identifier] == UInt32(number))
      #expect(index.insert(identifier, 9) == UInt32(number))
    }
    #expect(index.count == 5000)
    #expect(index[Identifier(high: 1, low: 1)] == nil)
  }

  @Test("no text can be put into an index as well")
  func none() {
    var index = IdentifierIndex()
    #expect(index[.none] == nil)
    #expect(index.insert(.none, 7) == nil)
    #expect(index[.none] == 7)
  }

  @Test("names are numbered in the order of their first mention")
  func numbers() {
    var table = NameTable()
    var names = NumberedNames()
    let texts = ["b", "a", "b", "a long name that is interned", "a"]
    let numbers = texts.map { names.number(of: table.identifier(of: Array($0.utf8))) }
    #expect(numbers == [0, 1, 0, 2, 1])
    #expect(names.all.map { table.text(of: $0) } == ["b", "a", "a long name that is interned"])
    #expect(names.existingNumber(of: .none) == nil)
  }

  @Test("texts come out of their table as they went in")
  func texts() {
    var table = TextTable()
    let texts = ["", "note", "Zürich 😀", ""]
    let indices = texts.map { table.append($0.utf8) }
    #expect(indices == [1, 2, 3, 4])
    #expect(indices.map { table[$0] } == texts)
    #expect(table[TextTable.none] == nil)
    #expect(table[5] == nil)
  }
}
