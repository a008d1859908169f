import Testing

@testable import FolioCLI

/// Files that no one means to be ledgers: each gets a fault that says so, and none a crash.
struct HostileInputSpecs {
  struct Input: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var bytes: [UInt8]
    /// The codes that are printed.
    var codes: [String]

    init(_ description: String, _ bytes: [UInt8], _ codes: [String]) {
      testDescription = description
      self.bytes = bytes
      self.codes = codes
    }

    init(_ description: String, _ text: String, _ codes: [String]) {
      self.init(description, Array(text.utf8), codes)
    }
  }

  static let inputs = [
    Input("nothing", "", ["F101"]),
    Input("blanks", " \n\t\r\n", ["F101"]),
    Input("one brace", "{", ["F101"]),
    Input("zeros", Array(repeating: 0, count: 4096), ["F101"]),
    Input("every byte", Array(0...255), ["F101"]),
    Input("a picture", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], ["F101"]),
    Input("an archive", [0x50, 0x4B, 0x03, 0x04, 0x14, 0, 0, 0], ["F101"]),
    Input("a byte order mark alone", [0xEF, 0xBB, 0xBF], ["F102"]),
    Input("half a byte order mark", [0xEF, 0xBB], ["F101"]),
    Input("a character cut off", Array("{\"".utf8) + [0xE2, 0x82], ["F103"]),
    Input("an overlong slash", Array("{\"".utf8) + [0xC0, 0xAF] + Array("\": 1}".utf8), ["F103"]),
    Input("100,000 brackets", repeating("[", 100_000), ["F106"]),
    Input("100,000 brackets in a key", "{\"a\": " + repeating("[", 100_000), ["F105"]),
    Input("100,000 objects", repeating("{\"a\": ", 100_000), ["F105"]),
    Input("closing brackets", repeating("]", 1000), ["F101"]),
    Input("a number of 60 digits", rate(repeating("9", 60)), ["F113"]),
    Input("a number of 5 MB", rate(repeating("9", 5_000_000)), ["F113"]),
    Input("1e400", rate("1e400"), ["F113"]),
    Input("1e-400", rate("1e-400"), ["F113"]),
    Input("an exponent of 40 digits", rate("1e" + repeating("9", 40)), ["F113"]),
    Input("zero with an exponent of 40 digits", rate("0e" + repeating("9", 40)), ["F207"]),
    Input("a note of 5 MB", group(notes: repeating("x", 5_000_000), at: "nope"), ["F115"]),
    Input("a date of 5 MB", group(notes: "", at: repeating("1", 5_000_000)), ["F115"]),
    Input("10,000 unknown keys", "{" + keys(10_000) + "}", Array(repeating: "F108", count: 5)),
  ]

  @Test(arguments: inputs)
  func saysWhatIsWrong(_ input: Input) {
    let session = CommandSession(["ledger.json": input.bytes])
    session.run(["check", "ledger.json"])
    #expect(ErrorSpecs.codes(in: session.errors).filter { $0 != "W410" } == input.codes)
    #expect(session.status == (input.codes.isEmpty ? 0 : 1))
    #expect(session.output.isEmpty)
    #expect(session.errors.utf8.count < 2000, "more is quoted than anyone reads")
  }

  /// A ledger that is cut off anywhere is refused, whatever the last thing was that it said.
  @Test func cutOffAnywhere() throws {
    let whole = try SpecFiles.bytes("errors/F206/ledger.json")
    let end = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
    for count in 0...end {
      let session = CommandSession(["ledger.json": Array(whole[..<count])])
      session.run(["check", "ledger.json"])
      #expect(session.status == 1, "\(count) bytes")
      #expect(session.faultCodes.last == "F101", "\(count) bytes: \(session.errors)")
    }
  }

  /// A byte that became another one: a fault or none, and the text of the fault is whole lines.
  @Test(arguments: [0x22, 0x7D, 0xFF] as [UInt8])
  func anyByteWrong(_ byte: UInt8) throws {
    let whole = try SpecFiles.bytes("errors/F206/ledger.json")
    for index in whole.indices {
      var bytes = whole
      bytes[index] = byte
      let session = CommandSession(["ledger.json": bytes])
      session.run(["check", "ledger.json"])
      #expect(session.status == (session.faultCodes.isEmpty ? 0 : 1), "byte \(index)")
      #expect(session.errors.isEmpty || session.errors.hasSuffix("\n"), "byte \(index)")
    }
  }

  private static func repeating(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  private static func rate(_ number: String) -> String {
    """
    {"fx_rates": [{"date": "2024-12-31", "from": "EUR", "to": "USD", "rate": \(number)}]}
    """
  }

  private static func group(notes: String, at time: String) -> String {
    """
    {"transaction_groups": [{"id": "g", "notes": "\(notes)", "occurred_at": "\(time)"}]}
    """
  }

  private static func keys(_ count: Int) -> String {
    (0..<count).map { "\"key \($0)\": \($0)" }.joined(separator: ", ")
  }
}
