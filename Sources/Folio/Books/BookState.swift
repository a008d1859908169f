import FolioBooking
import FolioDiagnostics
import FolioModel

/// What the books of a store say at one moment.
public struct BookState: Sendable {
  /// The number of this state. It rises with each change.
  public let revision: Int
  /// One holding for each instrument and currency of cost, by symbol.
  public let holdings: [Holding]
  /// The open lots, by symbol.
  public let lots: [OpenLot]
  /// The cash accounts, in the order of the ledger.
  public let cash: [AccountBalance]
  /// The realized gains, in order of booking.
  public let gains: [RealizedGain]
  /// The books of the sound part of the ledger, for reports, and the faults of the rest.
  public let books: SoundBooks

  init(revision: Int, _ books: SoundBooks) {
    self.revision = revision
    self.books = books
    // A sum that is too long is among the faults.
    holdings = (try? books.booked.holdings()) ?? []
    lots = books.booked.openLots
    cash = books.booked.accountBalances
    gains = books.booked.realizedGains
  }

  /// What is wrong with the ledger. Rows at fault are not in the other properties.
  public var faults: [Diagnostic] { books.faults }
  /// The warnings of checking and booking.
  public var warnings: [Diagnostic] { books.warnings }
}
