extension PortfolioPage {
  /// The positions with their values and their costs.
  var positionsSection: Section {
    let tacked = reports.lots.columns.contains { $0.key == "holding_from" && $0.isInTable }
    let lots = "symbol account acquired\(tacked ? " holding_from" : "")"
    return Section("positions", "Positions") {
      Markup.heading("Value")
      table(
        reports.positions,
        ("symbol name quantity price price_currency price_date market_value market_value_base "
          + "weight").words, label: "Positions and their values")
      Markup.heading("Cost and gain")
      table(
        reports.positions,
        ("symbol currency average_cost cost_basis unrealized_gain cost_basis_base "
          + "unrealized_gain_base gain_ratio price_effect_base fx_effect_base").words,
        label: "Positions, their costs and gains")
      Markup.folded("Table: open lots") {
        table(
          reports.lots, "\(lots) quantity unit_cost cost_basis currency cost_basis_base".words,
          label: "Open lots")
      }
    }
  }

  /// The cash accounts, the rates used, and what has not settled yet.
  var cashSection: Section {
    Section("cash", "Cash, currencies and pending settlements") {
      Markup.heading("Cash accounts")
      table(
        reports.cash,
        "account name currency balance settled pending_in pending_out available balance_base".words,
        label: "Cash accounts")
      Markup.heading("By currency")
      table(
        reports.profitByCurrency,
        "currency start_value net_contributions end_value fx_effect fx_effect_cash profit".words,
        label: "Values and effects of exchange rates by currency", flags: "--per currency")
      for note in reports.profit.notes where note.hasPrefix("Rates on") { Markup.remark(note) }
      Markup.heading("Pending settlements")
      pending
    }
  }

  @MarkupBuilder private var pending: Markup {
    let units = reports.positions.rowsWithAmount(in: ["pending_in", "pending_out"])
    let cash = reports.cash.rowsWithAmount(in: ["pending_in", "pending_out"])
    if request.isRedacted {
      "<p>What is pending is left out, because it is an amount or a quantity.</p>\n"
    } else if units.isEmpty && cash.isEmpty {
      "<p>Nothing is pending: all units and all cash have settled.</p>\n"
    } else {
      if !units.isEmpty {
        table(
          reports.positions.rows(units),
          "symbol name quantity settled_quantity pending_in pending_out".words,
          label: "Units that have not settled", hasTotals: false)
      }
      if !cash.isEmpty {
        table(
          reports.cash.rows(cash),
          "account currency balance settled pending_in pending_out available".words,
          label: "Cash that has not settled", hasTotals: false)
      }
      Markup.remark(Self.meaningOfSettlements)
      table(
        reports.settlements, reports.settlements.columns.map(\.key), label: "Days of settlement",
        hasTotals: false, hasCommand: false)
    }
  }

  private static let meaningOfSettlements =
    "When each of them settles. A day that has come is that of a group which is still pending; a "
    + "dash is a group without a day."

  /// Assets, liabilities and equity.
  var balanceSection: Section {
    Section("balance", "Balance sheet") {
      table(
        reports.balanceSheet,
        "section line account symbol currency balance cost_basis_base amount_base".words,
        label: "Assets, liabilities and equity", hasTotals: false)
      "<ul class=\"facts\">\n"
      for total in reports.balanceSheet.totals {
        "<li>\(total.label) <b>\(numberOrUnknown(total.value))"
        "\(total.value == .null ? "" : currencySuffix)</b>"
        if let known = total.known { ", known part \(number(known))" }
        "</li>\n"
      }
      "</ul>\n"
    }
  }
}
