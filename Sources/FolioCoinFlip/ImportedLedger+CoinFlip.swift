import Folio

extension ImportedLedger {
  /// A dump of CoinFlip's tables as a ledger (Specs/simple-models.md).
  /// - Parameter user: the one user whose rows count; all where left out.
  /// - Throws: every fault of the file at once, those of booking it included.
  public init(
    coinFlip bytes: [UInt8], name: String, user: String? = nil, strict: Bool = false
  ) throws(LedgerFaults) {
    var source = try CoinFlip.Source(reading: bytes, name: name)
    if let user { try source.keepOnly(user: user) }
    let booked = try Self.booked(source.draft(), strict: strict)
    do throws(ArithmeticFault) {
      self.init(booked, source.warnings + (try source.differences()))
    } catch {
      throw .tooManyDigits([source.file])
    }
  }
}
