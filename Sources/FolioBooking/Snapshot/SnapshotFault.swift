/// Why no snapshot can be made of a booked ledger. New minor versions may add cases.
public enum SnapshotFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// It was not booked up to a day, in full and by trade date, with its disposals kept.
  case bookedInPart
  /// It was booked in another base currency than that of its settings.
  case otherBaseCurrency(Currency)
  /// A group that comes later by its trade date is booked before one of the snapshot.
  case daysOutOfOrder(group: String)
  /// A later group may still change the result of a disposal before the cut, or an acquisition
  /// before the cut may affect a later disposal.
  case openWindow(symbol: String, trade: Day, until: Day)
  /// An amount can't be kept exactly.
  case arithmetic

  /// The problem and the remedy.
  public var description: String { message }

  /// The problem and the remedy.
  public var message: String {
    switch self {
    case .bookedInPart:
      "A snapshot needs the whole ledger up to its day: by trade date, with pending groups and "
        + "with the disposals."
    case .otherBaseCurrency(let base):
      "The ledger is booked in \(base), but its settings and the rates of its legs are not. Make "
        + "the snapshot in the base currency of the settings."
    case .daysOutOfOrder(let group):
      "Group \"\(group)\" has a trade date after the day of the snapshot, but comes before a group "
        + "that has not. Choose a day before or after both."
    case .openWindow(let symbol, let trade, let until):
      "\(symbol) was traded on \(trade), and under the tax rules trades until \(until) may still "
        + "affect its gains. Choose a day before it, or \(until) or later."
    case .arithmetic:
      "An opening balance can't be kept exactly, because it needs more than 36 digits. Choose "
        + "another day, or use numbers with fewer digits."
    }
  }
}
