/// A change of a ledger that was checked, but not yet applied.
package struct CheckedChange: Sendable {
  /// The groups as they will be, with their numbers and with what the head then has, to be booked.
  /// Those with faults are void.
  package internal(set) var ledger: Ledger?
  /// What is wrong, in the order and the words of `LedgerCheck`.
  package internal(set) var faults: [Diagnostic] = []
  /// The warnings about the groups, in that order.
  package internal(set) var warnings: [Diagnostic] = []
  /// The first place in the order of booking at which the books may differ, as a place of the old
  /// or of the new order; nil if they stay as they are: only notes change, or groups that do not
  /// count, or prices.
  package internal(set) var start: OrderKey?
  /// The first trade day of the groups from there on, before or after the change.
  package internal(set) var firstTradeDay: Day?
  /// If it has faults: the instruments of faulty groups. Faults that booking finds in them may only
  /// be a consequence.
  package internal(set) var doubtful: Set<InstrumentIndex> = []
  /// If it has faults: whether rows may be missing altogether, so that booking proves nothing.
  package internal(set) var isIncomplete = false
  /// Whether its rows are the first of the ledger that use an unknown key or a quote unit: the
  /// warning about all of these is about them.
  package internal(set) var usesKeysFirst = false

  /// The groups that take a place in the order of booking.
  package var added: [LiveOrder.Entry] { new.filter(\.counts).map(\.entry) }
  /// The places that earlier versions of the groups have.
  package var removed: [LiveOrder.Entry] { old.filter(\.counts).map(\.entry) }

  /// Whether the groups differ from their earlier versions in nothing that is booked.
  var isBookedAsBefore = false
  var new: [GroupFacts] = []
  var old: [GroupFacts] = []
  var notes: [GroupIndex: [GroupNote]] = [:]
  /// The unknown keys of the ledger; nil if they do not change.
  var keys: KeyUses?
  /// The rows in quote units; nil if they do not change.
  var quoted: KeyUses?
  /// The ids that its groups name in `lots` and that no group has then.
  var awaited: [IDIndex.Mark: [UInt8]] = [:]
  var prices: [PriceRecord] = []
  /// How many cash accounts and instruments are new.
  package internal(set) var newAccounts = 0
  package internal(set) var newInstruments = 0
  /// The days of the rates that replace none.
  var newRateDays: [Day] = []

  init() {}
}
