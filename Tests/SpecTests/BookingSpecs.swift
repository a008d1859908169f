import Testing

/// The worked examples under Specs/booking and Specs/ledger, through the path that the command
/// takes.
struct BookingSpecs {
  static let files = SpecFiles.paths(in: "booking", ending: ".json")
  static let ledgerFiles = SpecFiles.paths(in: "ledger", ending: ".json")

  @Test(arguments: files + ledgerFiles)
  func specHolds(_ path: String) throws {
    try SpecRun.checkAll(path)
  }

  @Test func everyFolderHasItsSpecs() {
    #expect(
      SpecFiles.counts(Self.files) == [
        "booking/average": 17, "booking/contract": 2, "booking/dividend": 2,
        "booking/fifo": 23, "booking/fx": 6, "booking/gift": 2, "booking/hifo": 3,
        "booking/lifo": 8, "booking/lofo": 1, "booking/merger": 2,
        "booking/method-change": 2, "booking/other": 8, "booking/return-of-capital": 3,
        "booking/short": 13, "booking/specific": 12, "booking/spinoff": 2, "booking/split": 12,
      ])
    #expect(SpecFiles.counts(Self.ledgerFiles) == ["ledger/balance": 14])
  }
}
