@testable import TestSupport

/// A random row of a group, as JSON. Most are sound; the others have one thing that is wrong or
/// unusual.
struct LiveRow {
  var id: String
  var at: String
  var status = "settled"
  var isDeleted = false
  var notes = ""
  /// The members after those, each with a comma before it.
  var rest = ""

  /// The row on one line.
  var text: String {
    #"{"id": "\#(id)", "occurred_at": "\#(at)", "status": "\#(status)""#
      + (isDeleted ? #", "is_deleted": true"# : "")
      + (notes.isEmpty ? "" : #", "notes": "\#(notes)""#) + rest + "}"
  }

  /// An instrument that is quoted in hundredths of its currency.
  static let pence = "PENCE"
  static let symbols = [
    "AAA", "BBB", "a symbol that is long", "NEW1", "NEW2", "NEW3", "a new symbol",
  ]
  static let accounts = [("usd", "USD"), ("an account in euros", "EUR"), ("gbp", "GBP")]

  /// A row with the number for its ids, among `ids` of other groups.
  init(_ number: Int, among ids: [String], _ dice: inout Dice) {
    id = dice.chance(30) ? "a group with the number \(number)" : "g\(number)"
    if dice.chance(2), !ids.isEmpty { id = dice.pick(ids) }
    let day = 1 + dice.below(28)
    at = "2024-\(Self.two(1 + dice.below(12)))-\(Self.two(day))"
    if dice.chance(1) { at = "2031-01-01" }
    if dice.chance(60) { at += "T\(Self.two(dice.below(24))):00:00Z" }
    status = dice.pick(["settled", "settled", "settled", "pending", "void"])
    isDeleted = dice.chance(4)
    rest = legs(number, among: ids, &dice)
    if dice.chance(6) { rest += #", "my_note": "\#(number)""# }
    if dice.chance(2) { rest += #", "group_typ": 1"# }
    if dice.chance(10) { rest += #", "user_id": "u""# }
    if dice.chance(4) { rest += #", "settled_at": "2024-06-01""# }
    if dice.chance(3) { rest += #", "group_type": "dividend""# }
    if dice.chance(1) { rest += #", "occurred_at": 7"# }
    if dice.chance(1) { rest += #", "notes": [1"# }
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private func legs(_ number: Int, among ids: [String], _ dice: inout Dice) -> String {
    switch dice.below(11) {
    case 0: return ""
    case 10:
      return #", "stock_transactions": [{"symbol": "\#(dice.pick(Self.symbols))", "#
        + #""trade_type": "symbol_change", "new_symbol": "a name that is new \#(dice.below(4))"}]"#
    case 1, 2, 3: return cashLegs(number, &dice)
    case 4: return broughtLots(number, among: ids, &dice)
    default: return trade(number, among: ids, &dice)
    }
  }

  private func cashLegs(_ number: Int, _ dice: inout Dice) -> String {
    let (account, currency) = dice.pick(Self.accounts)
    let named = dice.chance(15) ? #", "symbol": "\#(dice.pick(Self.symbols))""# : ""
    let type = dice.pick(["deposit", "deposit", "interest", "fee", "dividend", "transfer"])
    return #", "cash_transactions": ["#
      + cashLeg(number, account, type, "in", "\(1 + dice.below(900)).50", currency, named, &dice)
      + "]"
  }

  private func cashLeg(
    _ number: Int, _ account: String, _ type: String, _ direction: String, _ amount: String,
    _ currency: String, _ more: String, _ dice: inout Dice
  ) -> String {
    let account = dice.chance(2) ? "nowhere" : account
    let currency = dice.chance(1) ? dice.pick(["JPY", "CHF"]) : currency
    let own = dice.chance(30) ? #""id": "c\#(dice.chance(2) ? 1 : number)", "# : ""
    return #"{\#(own)"cash_account_id": "\#(account)", "leg_type": "\#(type)", "#
      + #""direction": "\#(direction)", "amount": "\#(amount)", "#
      + #""currency": "\#(currency)"\#(more)}"#
  }

  private func trade(_ number: Int, among ids: [String], _ dice: inout Dice) -> String {
    var (account, currency) = dice.pick(Self.accounts)
    let symbol = dice.chance(15) ? Self.pence : dice.pick(Self.symbols)
    let isInPence = symbol == Self.pence
    if isInPence { (account, currency) = ("gbp", "GBP") }
    let isSale = dice.chance(30)
    let units = 1 + dice.below(50)
    let gross = dice.chance(5) ? 10 * units + 3 : 10 * units
    let paid = dice.chance(4) ? gross + 1 : gross
    var leg = #"{"symbol": "\#(symbol)", "trade_type": "#
    leg += #""\#(isSale ? "sell" : "buy")", "quantity": "\#(units)", "price_per_share": "10""#
    if !isInPence { leg += #", "currency": "\#(currency)""# }
    if isInPence, dice.chance(50) { leg += #", "currency": "GBX""# }
    if gross != 10 * units || dice.chance(30) { leg += #", "gross_amount": "\#(gross)""# }
    if dice.chance(6) { leg += #", "stock_id": "\#(dice.pick(["id-a", "id-b", "id-x"]))""# }
    if dice.chance(30) { leg += #", "id": "s\#(dice.chance(2) ? 1 : number)""# }
    if dice.chance(4) { leg += #", "settlement_date": "2023-01-01""# }
    if dice.chance(4) { leg += #", "fx_rate": "1.2""# }
    if dice.chance(4) { leg += #", "account": "a securities account""# }
    if dice.chance(3) { leg += #", "colour": "red""# }
    if dice.chance(1) { leg += #", "fees": "-1""# }
    if isSale, dice.chance(40), !ids.isEmpty {
      leg += #", "lots": [{"group_id": "\#(dice.pick(ids))", "quantity": "\#(units)"}]"#
    }
    let amount = isInPence ? "\(paid / 100).\(paid % 100 / 10)\(paid % 10)" : "\(paid)"
    return #", "stock_transactions": [\#(leg)}], "cash_transactions": ["#
      + cashLeg(number, account, "principal", isSale ? "in" : "out", amount, currency, "", &dice)
      + "]"
  }

  private func broughtLots(_ number: Int, among ids: [String], _ dice: inout Dice) -> String {
    let opener = dice.chance(30) ? "g\(dice.below(80))" : dice.pick(ids + ["nobody"])
    let symbol = dice.pick(Self.symbols)
    return #", "stock_transactions": [{"symbol": "\#(symbol)", "trade_type": "transfer_in", "#
      + #""currency": "USD", "quantity": "2", "lots": [{"group_id": "\#(opener)", "#
      + #""acquired": "2024-0\#(1 + dice.below(9))-03", "quantity": "2", "cost_basis": "9"}]}]"#
  }
}
