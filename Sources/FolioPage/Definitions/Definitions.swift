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
      "share", term: "Share", "The value of a row divided by the sum of its table."),
    Definition(
      "market_value", term: "Market value",
      "Quantity times price, in the currency of the price."),
    Definition(
      "market_value_base", term: "Value in base",
      "Market value in the base currency, at the rate "
        + "of the day."),
    Definition(
      "weight", term: "Weight", "The value of a position divided by that of all positions."),
    Definition(
      "price", term: "Price",
      "The last price on or before the day."),
    Definition("price_currency", term: "Price in", "The currency of the price."),
    Definition("price_date", term: "Price of", "The day of the price."),
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
      "price_effect", term: "Price, of the profit",
      "The effect of changes of prices, at the "
        + "exchange rate of the disposal or of the end."),
    Definition(
      "fx_effect", term: "Currency, of the profit",
      "The effect of changes of exchange rates "
        + "on units."),
    Definition(
      "fx_effect_cash", term: "Currency of cash", "The effect of changes of exchange rates on cash."
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
      "realized_gain", term: "Realized",
      "The part of the gain on units that were disposed of in "
        + "the period, from their value at its start or from their later cost."),
    Definition(
      "realized_price_effect", term: "Realized by price", "The part of it that prices caused."),
    Definition(
      "realized_fx_effect", term: "Realized by currency",
      "The part of it that exchange rates "
        + "caused."),
    Definition(
      "unrealized_gain", term: "Unrealized",
      "The gain on units that are still held: in profit and "
        + "loss from their value at the start or their later cost, in positions from cost."),
    Definition(
      "unrealized_price_effect", term: "Unrealized by price", "The part of it that prices caused."),
    Definition(
      "unrealized_fx_effect", term: "Unrealized by currency",
      "The part of it that exchange rates "
        + "caused."),
  ]
}
