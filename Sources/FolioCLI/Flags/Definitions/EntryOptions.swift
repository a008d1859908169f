import FolioInterchange
import FolioNumbers

/// What the flags of `add` and `settle` say.
struct EntryOptions: Sendable, Equatable {
  /// What happened.
  enum Event: Sendable, Equatable {
    case buy(String)
    case sell(String)
    case dividend(String)
    case cash(GroupEntry.CashEvent, ExactDecimal)
  }

  var event: Event?
  /// The flag that said what happened.
  var eventFlag: String?
  var quantity: ExactDecimal?
  var price: ExactDecimal?
  var gross: ExactDecimal?
  var fees: ExactDecimal?
  var taxes: ExactDecimal?
  var on: DayChoice?
  var settles: DayChoice?
  /// The id of a cash account.
  var cash: String?
  var id: String?
  var notes: String?
  var isPending = false
}
