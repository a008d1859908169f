import Folio
import Testing

@testable import FolioImporters

/// Encodings, and the symbols of instruments.
struct ImportSourceTests {
  @Test("files are decoded from UTF-8, UTF-16 and windows-1252")
  func encodings() {
    let text = "Börse €"
    func source(_ bytes: [UInt8]) -> (String, TextEncoding) {
      let source = ImportSource(bytes, name: "x")
      return (String(decoding: source.bytes, as: UTF8.self), source.encoding)
    }
    let units = Array(text.utf16)
    #expect(source(Array(text.utf8)) == (text, .utf8))
    #expect(source([0xEF, 0xBB, 0xBF] + Array(text.utf8)) == (text, .utf8))
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(source([0xFF, 0xFE] + little) == (text, .utf16))
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    #expect(source([0xFE, 0xFF] + big) == (text, .utf16))
    #expect(source(Array("B".utf8) + [0xF6] + Array("rse ".utf8) + [0x80]) == (text, .windows1252))
  }

  @Test("a ticker that another instrument has gets its currency, or the ISIN is the symbol")
  func symbols() throws {
    let (eur, usd): (Currency, Currency) = ("EUR", "USD")
    var names = ImportInstruments()
    let keys = [
      names.note(ImportInstrument(isin: "DE0007164600", ticker: "SAP", name: "SAP", currency: eur)),
      names.note(ImportInstrument(isin: "US8030542042", ticker: "SAP", currency: usd)),
      names.note(ImportInstrument(isin: "XX0000000001", ticker: "SAP", currency: usd)),
      names.note(ImportInstrument(isin: "DE0007164600", currency: eur)),
    ]
    let (symbols, rows) = names.named(ImportOptions())
    #expect(keys.map { symbols[$0] } == ["SAP", "SAP.USD", "XX0000000001", "SAP"])
    #expect(rows.map(\.isin) == ["DE0007164600", "US8030542042", "XX0000000001"])
    var options = ImportOptions()
    options.symbols = ["US8030542042": "SAP-ADR"]
    var known = LedgerInstrument(symbol: "SAPG", currency: eur)
    known.isin = "DE0007164600"
    options.knownInstruments = [known]
    #expect(keys.map { names.named(options).symbols[$0] } == ["SAPG", "SAP-ADR", "SAP", "SAPG"])
  }

  @Test("a file of symbols has an id and a symbol in each line")
  func symbolFile() throws {
    let bytes = Array("US0378331005,AAPL\n\nXX,Y\r\n".utf8)
    #expect(
      try ImportOptions.symbols(reading: bytes, name: "s") == ["US0378331005": "AAPL", "XX": "Y"])
    #expect(throws: LedgerFaults.self) {
      try ImportOptions.symbols(reading: Array("AAPL\n".utf8), name: "s")
    }
  }
}
