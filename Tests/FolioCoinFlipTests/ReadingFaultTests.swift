import Folio
import FolioCoinFlip
import Testing

@testable import TestSupport

@Suite("Simple models: faults of their JSON")
struct ReadingFaultTests {
  /// The codes of the faults, each with its line and column.
  private func faults(_ text: String, coinFlip: Bool = false) -> [String] {
    do throws(LedgerFaults) {
      if coinFlip {
        _ = try CoinFlip.Source(reading: Array(text.utf8), name: "x")
      } else {
        _ = try FlatApp.Source(reading: Array(text.utf8), name: "x")
      }
      return []
    } catch {
      let located = SourceLocator(error.sources).locate(error.diagnostics)
      return located.map { diagnostic, place in
        "\(diagnostic.code.rawValue) \(place?.line ?? 0):\(place?.column ?? 0)"
      }
    }
  }

  @Test("another program's document is no empty portfolio; one without rows is")
  func anotherDocument() {
    for isCoinFlip in [true, false] {
      #expect(
        faults("{\"format\": \"folio/1\", \"rows\": []}", coinFlip: isCoinFlip) == ["F106 1:1"])
      #expect(faults("{}", coinFlip: isCoinFlip).isEmpty)
      #expect(faults("{\"transactions\": [], \"x\": 1}", coinFlip: isCoinFlip).isEmpty)
    }
  }

  @Test("all faults of all rows are told at once, each at its value")
  func allAtOnce() {
    let text = """
      {
        "currency": "usd",
        "capitals": [
          {"id": "", "type": "gift", "amount": -1, "date": "2024-02-30T00:00:00Z"},
          {"id": "c", "type": "deposit", "amount": 1e3}
        ],
        "transactions": [7, {"id": "t", "type": "buy", "code": "A",
          "quantity": 0, "price": "1,5", "date": []}]
      }
      """
    #expect(
      faults(text) == [
        "F116 2:15", "F124 4:12", "F121 4:24", "F207 4:42", "F115 4:54", "F111 5:5",
        "F110 7:20", "F207 8:17", "F112 8:29", "F110 8:44",
      ])
  }

  @Test("rows that name rows that are not there, and ids that are given twice")
  func references() {
    let text = """
      {"stock_tickers": [{"code": "A", "currency": "USD"}],
      "transactions": [
      {"id": "t", "type": "buy", "code": "B", "quantity": 1, "price": 1, "date": "2024-01-01"},
      {"id": "u", "type": "buy", "code": "A", "quantity": 1, "price": 1, "date": "2024-01-01"}]}
      """
    #expect(faults(text) == ["F217 3:36"])
    let twice =
      #"{"capitals": [], "stock_tickers": [{"code": "A", "currency": "USD"},"#
      + #" {"code": "A", "currency": "USD"}]}"#
    #expect(faults(twice) == ["F201 1:79"])
  }

  @Test("numbers have room in DECIMAL(20,8), or are faults")
  func bounds() {
    func document(_ cash: String) -> String {
      """
      {"users": [{"id": "u", "username": "a", "created_at": "2024-01-01",
      "updated_at": "2024-01-01"}], "portfolios": [{"id": "p", "user_id": "u",
      "cash_balance": \(cash), "starting_balance": 1,
      "created_at": "2024-01-01", "updated_at": "2024-01-01"}]}
      """
    }
    for fine in ["0", "999999999999.99999999", "1.10", "0.00000001", "1.100000000", "\"2\""] {
      #expect(faults(document(fine), coinFlip: true) == [], "\(fine)")
    }
    for wrong in ["1000000000000", "0.000000001"] {
      #expect(faults(document(wrong), coinFlip: true) == ["F113 3:17"], "\(wrong)")
    }
    #expect(faults(document("-1"), coinFlip: true) == ["F207 3:17"])
  }

  @Test(
    "what is no JSON is told at its byte",
    arguments: [
      ("", "F101"), ("[]", "F110"), ("{\"capitals\": [}", "F101"), ("{\"a\": 1, \"a\": 2}", "F104"),
      ("\u{FEFF}{}", "F102"), ("{} x", "F101"), ("{\"capitals\": 3}", "F110"),
      (String(repeating: "[", count: 200), "F105"),
    ])
  func syntax(_ text: String, _ code: String) {
    #expect(faults(text).first?.hasPrefix(code) == true, "\(faults(text))")
  }

  @Test("unknown keys are warned of, for they are not kept")
  func unknownKeys() throws {
    let text = #"{"theme": "dark", "capitals": []}"#
    let source = try FlatApp.Source(reading: Array(text.utf8))
    #expect(source.warnings.map(\.code) == [.unknownKey])
  }

  @Test(
    "a date may be seconds since 2001",
    arguments: [
      ("0", "2001-01-01T00:00:00Z"), ("-1", "2000-12-31T23:59:59Z"),
      ("-0.5", "2000-12-31T23:59:59.5Z"), ("730996200.25", "2024-03-01T14:30:00.25Z"),
      ("-978307200.000000001", "1969-12-31T23:59:59.999999999Z"), ("1e3", "2001-01-01T00:16:40Z"),
    ])
  func numbers(_ number: String, _ time: String) throws {
    let text =
      #"{"currency": "USD", "capitals": [{"id": "c", "type": "deposit", "amount": 1,"#
      + #" "date": \#(number)}]}"#
    let document = try FlatApp.Source(reading: Array(text.utf8)).document
    #expect(document.capitals.map(\.date.description) == [time])
    #expect(document.dates == .secondsSince2001)
    let again = try FlatApp.Source(reading: document.json()).document
    #expect(again == document)
  }

  @Test("a number of seconds beyond all years, or too fine, is a fault")
  func wrongNumbers() {
    for number in ["1e15", "1e-10", "-1e11"] {
      let text =
        #"{"currency": "USD", "capitals": [{"id": "c", "type": "deposit", "amount": 1,"#
        + #" "date": \#(number)}]}"#
      #expect(faults(text).map { $0.prefix(4) } == ["F115"], "\(number)")
    }
  }
}
