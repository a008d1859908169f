/// What the figures of the page mean. Each heading of a column links to one of them.
enum Definitions {
  struct Definition {
    /// The keys of columns that it explains, with the name of the report and a point before it if
    /// other reports mean something else.
    let keys: [String]
    let term: String
    let text: String

    init(_ keys: String..., term: String, _ text: String) {
      (self.keys, self.term, self.text) = (keys, term, text)
    }

    /// The id of its element.
    var id: String { "d-" + (keys.first ?? "").split(separator: ".").joined(separator: "-") }
  }

  /// All definitions, in the order of the page.
  static let all =
    values + profits + returns + benchmarks + trades + taxForms + incomes + labels

  private static let ids: [String: String] = {
    var ids: [String: String] = [:]
    for definition in all {
      for key in definition.keys { ids[key] = definition.id }
    }
    return ids
  }()

  /// Returns the id of the element that explains a column; `nil` if there is none.
  static func id(_ report: String, _ key: String) -> String? { ids["\(report).\(key)"] ?? ids[key] }

  private static let values = [
    Definition(
      "end_value", term: "Value, end value",
      "Cash and units at market value at the end of the period, less liabilities, in the base "
        + "currency."),
    Definition(
      "start_value", term: "Start value",
      "The same at the end of the day before the period."),
    Definition(
      "net_contributions", term: "Put in",
      "Deposits and units brought in, less withdrawals and units taken out, each at the rate and "
        + "price of its day. In a row of one instrument also purchases less sales: money that came "
        + "from other rows."),
    Definition(
      "share", term: "Share of total",
      "The value of a row divided by the whole value, of units and cash."),
    Definition(
      "market_value", term: "Market value",
      "Quantity times price, in the currency of the price."),
    Definition(
      "market_value_base", term: "Value in base",
      "Market value in the base currency, at the rate "
        + "of the day."),
    Definition(
      "weight", term: "Share of positions",
      "The value of a position divided by that of all positions, without cash."),
    Definition(
      "price", term: "Price",
      "The last price on or before the day."),
    Definition("price_currency", term: "Price in", "The currency of the price."),
    Definition("price_date", term: "Priced on", "The day of the price."),
    Definition(
      "balance", "balance_base", term: "Balance",
      "The cash in an account, with everything that was booked by the day; in base at the rate of "
        + "the day."),
    Definition(
      "settled", "settled_quantity", term: "Settled",
      "The part of the balance or of the units whose settlement date has come."),
    Definition(
      "pending_in", term: "Coming in",
      "Cash or units that a booked event brings, and that have not "
        + "settled yet."),
    Definition(
      "pending_out", term: "Going out",
      "Cash or units that a booked event takes away, and that "
        + "have not left yet."),
    Definition("available", term: "Available", "Settled cash less what is going out."),
    Definition(
      "amount_base", term: "In base",
      "The amount of a line of the balance sheet in the base "
        + "currency. Assets less liabilities equal equity."),
  ]

  private static let profits = [
    Definition(
      "profit", term: "Profit",
      "End value less start value less money put in. It equals the sum "
        + "of its parts exactly: prices, currencies, dividends, interest, fees, taxes and other."),
    Definition(
      "price_effect", term: "Price effect, of the profit",
      "The effect of changes of prices, at the "
        + "exchange rate of the disposal or of the end."),
    Definition(
      "fx_effect", term: "FX effect, of the profit",
      "The effect of changes of exchange rates "
        + "on units."),
    Definition(
      "fx_effect_cash", term: "FX on cash", "The effect of changes of exchange rates on cash."
    ),
    Definition("dividends", term: "Dividends", "Dividends before taxes."),
    Definition("interest", term: "Interest", "Interest before taxes; interest paid is negative."),
    Definition("fees", term: "Fees", "Fees of trades, of accounts and of instruments; negative."),
    Definition("taxes", term: "Taxes", "Taxes withheld and paid; negative."),
    Definition(
      "other", term: "Other",
      "Other income and expenses, and differences of rounding that "
        + "the ledger allows."),
    Definition(
      "period_realized", term: "Realized in period",
      "The gain on units that were disposed of in the period, from their value at its start or "
        + "from their later cost."),
    Definition(
      "period_realized_price_effect", term: "Realized in period by price",
      "The part of it that prices caused."),
    Definition(
      "period_realized_fx_effect", term: "Realized in period by currency",
      "The part of it that exchange rates caused."),
    Definition(
      "period_unrealized", term: "Unrealized in period",
      "The gain on units that are still held, from their value at the start of the period or from "
        + "their later cost."),
    Definition(
      "period_unrealized_price_effect", term: "Unrealized in period by price",
      "The part of it that prices caused."),
    Definition(
      "period_unrealized_fx_effect", term: "Unrealized in period by currency",
      "The part of it that exchange rates caused."),
    Definition(
      "realized_from_cost", term: "Realized from cost",
      "Proceeds less cost of the units that were disposed of in the period, as in the table of "
        + "realized gains."),
    Definition(
      "unrealized_from_cost_at_end", "unrealized_from_cost_at_start", term: "Unrealized from cost",
      "Market value less cost of the units held, as in the table of positions."),
    Definition(
      "trade_charges", term: "Fees and taxes of trades",
      "What is part of costs and proceeds from cost, and separate in the period."),
    Definition(
      "in_kind_effect", term: "Units in kind",
      "Units that came or left without a payment count from cost in one figure, and from market "
        + "value in the other. Differences of rates within a group are here, too."),
    Definition(
      "period_gain", term: "Realized and unrealized in the period",
      "The effects of prices and exchange rates on units in the period."),
  ]
}
