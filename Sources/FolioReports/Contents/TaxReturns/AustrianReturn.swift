extension TaxForm {
  /// Austria: E1kv.
  static let austria = TaxForm(
    rules: .at, summary: "the sales of E1kv", title: "E1kv", currency: "EUR",
    fill: { $0.listOfSales($1) }, carriesLosses: false, assess: { try $0.assessAustria() })
}

extension TaxReturn {
  /// Gains, losses, dividends and income of funds are offset within a year at 27.5 % (EStG 1988
  /// § 27a, § 27 Abs. 8); interest of bank accounts is apart, at 25 %. Nothing is carried forward.
  fileprivate mutating func assessAustria() throws {
    try figures.history.requireClasses(
      of: figures.income.compactMap(\.instrument), "Austria", ofFunds: false)
    let (gains, losses) = try figures.gainsAndLosses()
    let bank = try figures.income.filter { $0.instrument == nil }.total(of: \.gross)
    let paid = figures.income.filter { $0.instrument != nil }
    let deemed = try paid.filter { $0.kind == .costAdjustment }.total(of: \.gross)
    let ofFunds = try paid.filter { $0.taxClass.isFund && $0.kind != .costAdjustment }
      .total(of: \.gross)
    let others = try paid.filter { !$0.taxClass.isFund && $0.kind != .costAdjustment }
      .total(of: \.gross)
    add("E1kv", "994", "Gains at 27.5 %", gains.cents)
    add("E1kv", "892", "Losses at 27.5 %", losses.cents)
    add("E1kv", "863", "Dividends and interest of securities", others.cents)
    add("E1kv", "898", "Distributions of funds", ofFunds.cents)
    add("E1kv", "937", "Deemed distributions of funds", deemed.cents)
    let net = max(.zero, try gains - losses + others + ofFunds + deemed)
    let tax = try net * .permille(275)
    // The credit is no more than 15 % of each payment (treaties), and than the tax.
    let credit = try figures.credit(upTo: .percent(15)) { $0.instrument != nil }
    add("Income at 27.5 %", net)
    add("Tax of 27.5 %", tax.cents)
    add("E1kv", "998", "Tax withheld abroad, up to 15 %", min(tax, credit).cents)
    add("Interest of bank accounts", bank)
    add("Tax of 25 % on it", try (bank * .percent(25)).cents)
    if figures.gains.contains(where: \.taxClass.isFund) {
      note(
        "The cost of reporting funds changes each year by the figures of the OeKB. Record them as "
          + "cost adjustments.")
    }
    note("A tax certificate of an Austrian bank may already contain these amounts.")
  }
}
