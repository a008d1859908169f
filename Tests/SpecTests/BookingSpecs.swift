import Testing

/// The worked examples under Specs/booking, Specs/ledger and Specs/valuation, through the path that
/// the command takes.
struct BookingSpecs {
  static let files = SpecFiles.paths(in: "booking", ending: ".json")
  static let ledgerFiles = SpecFiles.paths(in: "ledger", ending: ".json")
  static let valuationFiles = SpecFiles.paths(in: "valuation", ending: ".json")

  @Test(arguments: files + ledgerFiles + valuationFiles)
  func specHolds(_ path: String) throws {
    try SpecRun.checkAll(path)
  }

  @Test func everyFolderHasItsSpecs() {
    #expect(
      SpecFiles.counts(Self.files) == [
        "booking/average": 17, "booking/balance": 9, "booking/contract": 2,
        "booking/cost-adjustment": 1,
        "booking/deemed-disposition": 1, "booking/dividend": 2, "booking/fifo": 23, "booking/fx": 6,
        "booking/gift": 6,
        "booking/hifo": 3, "booking/lifo": 8, "booking/lofo": 1, "booking/merger": 3,
        "booking/method-change": 5, "booking/option": 9, "booking/other": 4,
        "booking/return-of-capital": 2,
        "booking/short": 13, "booking/specific": 12, "booking/spinoff": 3, "booking/split": 13,
      ])
    #expect(SpecFiles.counts(Self.ledgerFiles) == ["ledger/balance": 14])
    #expect(
      SpecFiles.counts(Self.valuationFiles) == [
        "valuation/period": 5, "valuation/unrealized": 3,
      ])
  }
}
