extension PortfolioPage {
  /// The positions with their values and their costs.
  var positionsSection: Section {
    var section = Section("positions", "Positions")
    section.markup.add("h3", text: "Value")
    section.markup.add(
      table(
        reports.positions,
        [
          "symbol", "name", "quantity", "price", "price_currency", "price_date", "market_value",
          "market_value_base", "weight",
        ], label: "Positions and their values"))
    section.markup.add("h3", text: "Cost and gain")
    section.markup.add(
      table(
        reports.positions,
        [
          "symbol", "currency", "average_cost", "cost_basis", "unrealized_gain", "cost_basis_base",
          "unrealized_gain_base", "gain_ratio", "price_effect_base", "fx_effect_base",
        ], label: "Positions, their costs and gains"))
    let tacked = reports.lots.columns.contains { $0.key == "holding_from" && $0.isInTable }
    section.markup.add(
      folded(
        "Table: open lots",
        table(
          reports.lots,
          ["symbol", "account", "acquired"] + (tacked ? ["holding_from"] : []) + [
            "quantity", "unit_cost", "cost_basis", "currency", "cost_basis_base",
          ], label: "Open lots")))
    return section.ended()
  }

  /// The cash accounts, the rates used, and what has not settled yet.
  var cashSection: Section {
    var section = Section("cash", "Cash, currencies and pending settlements")
    section.markup.add("h3", text: "Cash accounts")
    section.markup.add(
      table(
        reports.cash,
        [
          "account", "name", "currency", "balance", "settled", "pending_in", "pending_out",
          "available", "balance_base",
        ], label: "Cash accounts"))
    section.markup.add("h3", text: "By currency")
    section.markup.add(
      table(
        reports.profitByCurrency,
        [
          "currency", "start_value", "net_contributions", "end_value", "fx_effect",
          "fx_effect_cash", "profit",
        ], label: "Values and effects of exchange rates by currency", flags: "--per currency"))
    for note in reports.profit.notes where note.hasPrefix("Rates on") {
      section.markup.add("p", " class=\"more\"", text: note)
    }
    section.markup.add("h3", text: "Pending settlements")
    section.markup.add(pending)
    return section.ended()
  }

  private var pending: Markup {
    var markup = Markup()
    let keys = ["pending_in", "pending_out"]
    let units = reports.positions.rowsWithAmount(in: keys)
    let cash = reports.cash.rowsWithAmount(in: keys)
    if request.isRedacted {
      markup.add("<p>What is pending is left out, because it is an amount or a quantity.</p>\n")
      return markup
    }
    if units.isEmpty && cash.isEmpty {
      markup.add("<p>Nothing is pending: all units and all cash have settled.</p>\n")
      return markup
    }
    if !units.isEmpty {
      markup.add(
        table(
          reports.positions.rows(units), ["symbol", "name", "quantity", "settled_quantity"] + keys,
          label: "Units that have not settled", hasTotals: false))
    }
    if !cash.isEmpty {
      markup.add(
        table(
          reports.cash.rows(cash),
          ["account", "currency", "balance", "settled"] + keys + ["available"],
          label: "Cash that has not settled", hasTotals: false))
    }
    markup.add("p", " class=\"more\"", text: Self.meaningOfSettlements)
    let dates = reports.settlements
    markup.add(
      table(
        dates, dates.columns.map(\.key), label: "Days of settlement", hasTotals: false,
        hasCommand: false))
    return markup
  }

  private static let meaningOfSettlements =
    "When each of them settles. A day that has come is that of a group which is still pending; a "
    + "dash is a group without a day."

  /// Assets, liabilities and equity.
  var balanceSection: Section {
    var section = Section("balance", "Balance sheet")
    section.markup.add(
      table(
        reports.balanceSheet,
        [
          "section", "line", "account", "symbol", "currency", "balance", "cost_basis_base",
          "amount_base",
        ], label: "Assets, liabilities and equity", hasTotals: false))
    section.markup.add("<ul class=\"facts\">\n")
    for total in reports.balanceSheet.totals {
      section.markup.add("<li>\(total.label) <b>")
      section.markup.add(numberOrUnknown(total.value))
      section.markup.add(total.value == .null ? "</b>" : "\(currencySuffix)</b>")
      if let known = total.known {
        section.markup.add(", known part ")
        section.markup.add(number(known))
      }
      section.markup.add("</li>\n")
    }
    section.markup.add("</ul>\n")
    return section.ended()
  }
}
