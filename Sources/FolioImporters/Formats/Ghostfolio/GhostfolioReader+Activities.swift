// What each activity books.
extension GhostfolioReader {
  /// Books an activity.
  mutating func read(_ node: JSONNode, _ row: ImportRow) {
    do throws(FieldFault) {
      guard let type = node["type"]?.string else { throw fault("the type is missing", node) }
      guard let activity = try activity(node, row) else { return }
      reportUnread(node, row)
      switch type {
      case "BUY", "ITEM", "SELL":
        guard activity.quantity.isPositive else { throw fault("the trade has no units", node) }
        var trade = activity
        trade.isSale = type == "SELL"
        trades.append(trade)
      case "DIVIDEND": draft.add(dividend(activity))
      case "INTEREST": draft.add(payment(activity, .interest))
      case "FEE": draft.add(payment(activity, .fee))
      case "LIABILITY": draft.skip(row, "a liability, for which a ledger has no place")
      default:
        draft.unknown(
          type, row,
          remedy: "Leave these activities out with --skip-unknown, or report the kind.")
      }
    } catch {
      draft.report(error, row: row)
    }
  }

  /// Numbers that are read, and others that Ghostfolio makes of them.
  private static let knownNumbers: Set = ["quantity", "unitPrice", "fee", "value"]
  private static let convertedNumbers = ["InBaseCurrency", "InAssetProfileCurrency"]

  private mutating func reportUnread(_ node: JSONNode, _ row: ImportRow) {
    guard case .object(let members) = node.content else { return }
    for member in members where !Self.knownNumbers.contains(member.key) {
      guard case .number = member.value.content, let text = member.value.stringOrNumber,
        let number = try? ExactDecimal(text), number != .zero,
        !Self.convertedNumbers.contains(where: member.key.hasSuffix)
      else { continue }
      draft.reportUnread(member.key, text, row: row, at: member.value.range)
    }
  }

  /// The values of an activity.
  struct Activity {
    var imported: ImportedGroup
    var facts: ImportInstrument
    var isSale = false
    var account: String
    var cash: String
    var currency: Currency
    var quantity: ExactDecimal
    var value: ExactDecimal
    var fee: ExactDecimal
    var row: ImportRow
  }

  private mutating func activity(
    _ node: JSONNode, _ row: ImportRow
  ) throws(FieldFault) -> Activity? {
    guard let time = try time(node), let unit = try currency(node) else {
      throw fault("the currency is missing", node)
    }
    guard let symbol = symbol(of: node) else { throw fault("the symbol is missing", node) }
    let quantity = ExactDecimal.given(try number(node, "quantity"))
    let price = ExactDecimal.given(try number(node, "unitPrice"))
    let fee = try unit.inCurrency(.given(try number(node, "fee")))
    // A price is a quotient, which need not have an end.
    let value = try unit.inCurrency(try quantity.timesRounded(price))
      .inFifteenDigits.normalized()
    if !quantity.isPositive, !value.isPositive, !fee.isPositive {
      draft.skip(row, "a draft without units")
      return nil
    }
    let key = profileKey(node, symbol)
    let facts =
      profiles[key]
      ?? ImportInstrument(ticker: symbol, currency: currencies[key] ?? unit.currency)
    let id = node["accountId"]?.string
    let name = draft.accountName(id.map { accounts[$0] ?? $0 } ?? "none")
    var imported = ImportedGroup(
      at: time, draft.accountName(id ?? "none"), [row], notes: node["comment"]?.string)
    if let id = node["id"]?.string { imported.identity = .native(id) }
    if time.form == .utc, draft.options.timeZone == nil {
      let isTrade = ["BUY", "SELL"].contains(node["type"]?.string)
      draft.openDays.see(time, of: row, isSecurityTrade: isTrade)
    }
    return Activity(
      imported: imported, facts: facts, account: name,
      cash: draft.account("\(name) \(unit.currency.code)", unit.currency),
      currency: unit.currency, quantity: quantity, value: value, fee: fee, row: row)
  }

  // MARK: Groups

  /// Books purchases and sales. Ghostfolio has short positions, and does not say which sale opens
  /// one: it is a sale of units that are not held.
  mutating func bookTrades() {
    var held: [String: ExactDecimal] = [:]
    let sorted = trades.sorted {
      $0.imported.group.occurredAt < $1.imported.group.occurredAt
    }
    for trade in sorted {
      let key = draft.instrument(trade.facts)
      let before = held[key, default: .zero]
      let change = trade.isSale ? -trade.quantity : trade.quantity
      do throws(FieldFault) {
        let after = try before.plus(change)
        held[key] = after
        let type: TradeType =
          trade.isSale
          ? before.isPositive ? .sell : .shortSell : before.isNegative ? .cover : .buy
        draft.add(group(trade, type))
      } catch {
        draft.report(error, row: trade.row)
      }
    }
  }

  /// A purchase or a sale. The deposit or withdrawal that the file does not have comes later.
  private mutating func group(_ activity: Activity, _ type: TradeType) -> ImportedGroup {
    var imported = activity.imported
    var leg = leg(activity, type)
    leg.account = activity.account
    imported.group.type = .stockTrade
    imported.maySellShort = true
    imported.group.stockLegs = [leg]
    imported.group.cashLegs = cash(activity, .principal, activity.isSale ? .in : .out)
    return imported
  }

  private mutating func dividend(_ activity: Activity) -> ImportedGroup {
    var imported = activity.imported
    imported.group.type = .dividend
    imported.group.stockLegs = [leg(activity, .dividend)]
    imported.group.cashLegs = cash(activity, .dividend, .in)
    return imported
  }

  private mutating func leg(_ activity: Activity, _ type: TradeType) -> LedgerGroup.StockLeg {
    var leg = LedgerGroup.StockLeg(type, symbol: draft.instrument(activity.facts))
    leg.gross = activity.value
    leg.currency = activity.currency
    if activity.quantity.isPositive { leg.quantity = activity.quantity }
    if activity.fee.isPositive { leg.fees = activity.fee }
    return leg
  }

  private func cash(
    _ activity: Activity, _ type: CashLegType, _ direction: Direction
  ) -> [LedgerGroup.CashLeg] {
    LedgerGroup.CashLeg.payments(
      [(type, direction, activity.value), (.fee, .out, activity.fee)], activity.cash,
      activity.currency)
  }

  /// Interest, or a fee, which may be in either of two fields. Its symbol is only a name.
  private func payment(_ activity: Activity, _ type: CashLegType) -> ImportedGroup {
    var imported = activity.imported
    imported.group.type = type == .fee ? .fee : .interest
    if imported.group.notes == nil { imported.group.notes = activity.facts.ticker }
    imported.group.cashLegs = cash(activity, type, type == .fee ? .out : .in)
    return imported
  }
}

extension ExactDecimal {
  /// The value in 15 digits: Ghostfolio computes with binary fractions, which have no more.
  fileprivate var inFifteenDigits: ExactDecimal {
    let whole = "\(magnitude)".prefix { $0 != "." }.count
    return rounded(toPlaces: max(0, 15 - whole), .halfEven)
  }
}
