/// What the figures of the page mean. Each heading of a column links to one of them.
enum Definitions {
  struct Definition {
    /// The keys of columns that it explains, with the name of the report and a point before it if
    /// other reports mean something else.
    let keys: [String]
    let term: String
    let text: String

    /// Reads a row of the table: keys, term and text.
    fileprivate init(row: Substring) {
      let cells = row.split(separator: " | ").map(String.init)
      (keys, term, text) = (cells[0].split(separator: " ").map(String.init), cells[1], cells[2])
    }

    /// The id of its element.
    var id: String { "d-" + (keys.first ?? "").split(separator: ".").joined(separator: "-") }
  }

  /// All definitions, in the order of the page.
  static let all = table.split(separator: "\n").map(Definition.init)

  private static let ids: [String: String] = {
    var ids: [String: String] = [:]
    for definition in all {
      for key in definition.keys { ids[key] = definition.id }
    }
    return ids
  }()

  /// Returns the id of the element that explains a column; `nil` if there is none.
  static func id(_ report: String, _ key: String) -> String? { ids["\(report).\(key)"] ?? ids[key] }

  private static let table = """
    end_value | Value, end value | Cash and units at market value at the end of the period, less \
    liabilities, in the base currency.
    start_value | Start value | The same at the end of the day before the period.
    net_contributions | Put in | Deposits and units brought in, less withdrawals and units taken \
    out, each at the rate and price of its day. In a row of one instrument also purchases less \
    sales: money that came from other rows.
    share | Share of total | The value of a row divided by the whole value, of units and cash.
    market_value | Market value | Quantity times price, in the currency of the price.
    market_value_base | Value in base | Market value in the base currency, at the rate of the \
    day.
    weight | Share of positions | The value of a position divided by that of all positions, \
    without cash.
    price | Price | The last price on or before the day.
    price_currency | Price in | The currency of the price.
    price_date | Priced on | The day of the price.
    balance balance_base | Balance | The cash in an account, with everything that was booked by \
    the day; in base at the rate of the day.
    settled settled_quantity | Settled | The part of the balance or of the units whose settlement \
    date has come.
    pending_in | Coming in | Cash or units that a booked event brings, and that have not settled \
    yet.
    pending_out | Going out | Cash or units that a booked event takes away, and that have not \
    left yet.
    available | Available | Settled cash less what is going out.
    amount_base | In base | The amount of a line of the balance sheet in the base currency. \
    Assets less liabilities equal equity.
    profit | Profit | End value less start value less money put in. It equals the sum of its \
    parts exactly: prices, currencies, dividends, interest, fees, taxes and other.
    price_effect | Price effect, of the profit | The effect of changes of prices, at the exchange \
    rate of the disposal or of the end.
    fx_effect | FX effect, of the profit | The effect of changes of exchange rates on units.
    fx_effect_cash | FX on cash | The effect of changes of exchange rates on cash.
    dividends | Dividends | Dividends before taxes.
    interest | Interest | Interest before taxes; interest paid is negative.
    fees | Fees | Fees of trades, of accounts and of instruments; negative.
    taxes | Taxes | Taxes withheld and paid; negative.
    other | Other | Other income and expenses, and differences of rounding that the ledger \
    allows.
    period_realized | Realized in period | The gain on units that were disposed of in the period, \
    from their value at its start or from their later cost.
    period_realized_price_effect | Realized in period by price | The part of it that prices \
    caused.
    period_realized_fx_effect | Realized in period by currency | The part of it that exchange \
    rates caused.
    period_unrealized | Unrealized in period | The gain on units that are still held, from their \
    value at the start of the period or from their later cost.
    period_unrealized_price_effect | Unrealized in period by price | The part of it that prices \
    caused.
    period_unrealized_fx_effect | Unrealized in period by currency | The part of it that exchange \
    rates caused.
    realized_from_cost | Realized from cost | Proceeds less cost of the units that were disposed \
    of in the period, as in the table of realized gains.
    unrealized_from_cost_at_end unrealized_from_cost_at_start | Unrealized from cost | Market \
    value less cost of the units held, as in the table of positions.
    trade_charges | Fees and taxes of trades | What is part of costs and proceeds from cost, and \
    separate in the period.
    in_kind_effect | Units in kind | Units that came or left without a payment count from cost in \
    one figure, and from market value in the other. Differences of rates within a group are here, \
    too.
    period_gain | Realized and unrealized in the period | The effects of prices and exchange \
    rates on units in the period.
    twr | TWR, time-weighted return | The return of one unit of money in the period, whatever the \
    amount invested at each time: the returns between cash flows, linked.
    twr_cumulative | TWR since start | The time-weighted return from the start of the first \
    period to the end of the row, computed as if that were one period.
    below_high | Below high | How far the level of the time-weighted return at the end of the row \
    is below its highest level so far. Zero is a new high.
    twr_annualized | TWR a year | The time-weighted return per year of 365 days.
    xirr | XIRR, money-weighted return | The one yearly rate that discounts all cash flows of the \
    period to zero. It counts when money was put in.
    twr_local | TWR local | The time-weighted return without the effect of exchange rates.
    performance.fx_effect | FX effect, of the return | The part of the time-weighted return that \
    exchange rates caused.
    volatility | Volatility | The standard deviation of the returns between days with prices, per \
    year.
    max_drawdown | Largest fall | The largest fall of the time-weighted return from a high to a \
    later low.
    drawdown_from drawdown_to | Fall from, fall to | The last day at the high, and the day of the \
    low.
    rank depth recovered days_to_low days_to_recovery days drawdowns.from drawdowns.to | Depth, \
    recovered, days of a fall | The low below the high, as a part of the high, and the day on \
    which the high was reached again. The days lead from the high to the low, from there to the \
    recovery, and from the high to the recovery or the end. Days without a price or a cash flow \
    do not count as highs or lows.
    benchmark_twr | Benchmark TWR | The return of the benchmark by its price, in the base \
    currency, without income.
    benchmark_xirr benchmark_end_value | Benchmark XIRR, benchmark end value | The result of the \
    same cash flows in the benchmark.
    quantity | Quantity | The number of units. Units owed are negative.
    amount | Amount | What is paid or received, in the currency of the row. What goes out is \
    negative.
    average_cost | Average cost | The cost of the open lots per unit.
    cost_basis cost_basis_base | Cost | The cost of the units, with fees if the settings say so; \
    in base at the rates of their purchases.
    unrealized_gain_base positions.unrealized_gain | Gain of a position | Market value less cost.
    gain_ratio | Gain in percent | The gain in base divided by the cost in base.
    price_effect_base | Price effect, of a gain | The gain at the rate of the disposal or of the \
    day.
    fx_effect_base | FX effect, of a gain | The rest of the gain in base: the effect of exchange \
    rates.
    acquired | Acquired | The day on which the lot was opened.
    disposed | Disposed | The day on which the units left.
    proceeds proceeds_base | Proceeds | The money for the units, after fees if the settings say \
    so; in base at the rate of the disposal.
    gain gain_base | Gain | Proceeds less cost.
    rule | Rule | The method that chose the lot, or the cause of the disposal.
    term | Term | Short or long, by the tax rules and the time held.
    disallowed disallowed_to | Disallowed, deferred to | The part of a loss that the tax rules \
    defer, and the lots or the pool whose cost it increases.
    holding_from | Held from | The first day of the holding period under tax rules.
    unit_cost | Unit cost | The cost of one unit of a lot.
    taxable_gain | Taxable | The gain in base plus the deferred part of a loss.
    tax-form.gain_or_loss | Gain or loss | Of a tax form: the sum of its rows, each rounded to \
    the minor unit.
    tax-form.proceeds | Proceeds, of a form | The proceeds as the form wants them.
    tax-form.cost_basis tax-form.allowable_cost tax-form.adjusted_cost_base | Cost, of a form | \
    The cost as the form wants it.
    tax-form.adjustment tax-form.superficial_loss | Adjustment, denied | The deferred part of \
    losses.
    tax-form.outlays tax-form.disposal_costs | Outlays, disposal costs | Fees and taxes of the \
    disposals.
    tax-form.gains tax-form.losses | Gains, losses | The sum of the disposals with a gain, and of \
    those with a loss.
    gross gross_base | Gross | Income before tax withheld; in base at the rate of its day.
    tax_withheld tax_withheld_base | Tax withheld | The tax that the payer kept.
    net net_base | Net | Gross less tax withheld.
    items | Items | The number of payments.
    yield_on_cost | Yield on cost | Gross income of twelve months, divided by the cost of the \
    units held at their end.
    yield_on_value | Yield on value | Gross income of twelve months, divided by the market value \
    of the units held at their end.
    currency | Currency | The currency of the amounts beside it that are not in base.
    kind | Kind | The kind of income.
    group_id | Group | The id of the entry in the ledger.
    """
}
