extension Definitions {
  static let returns = [
    Definition(
      "twr", term: "TWR, time-weighted return",
      "The return of one unit of money in the period, whatever the amount invested at each time: "
        + "the returns between cash flows, linked."),
    Definition(
      "twr_cumulative", term: "TWR since start",
      "The time-weighted return from the start of the first period to the end of the row, computed "
        + "as if that were one period."),
    Definition(
      "below_high", term: "Below high",
      "How far the level of the time-weighted return at the end of the row is below its highest "
        + "level so far. Zero is a new high."),
    Definition(
      "twr_annualized", term: "TWR a year", "The time-weighted return per year of 365 days."),
    Definition(
      "xirr", term: "XIRR, money-weighted return",
      "The one yearly rate that discounts all cash flows of the period to zero. It counts when "
        + "money was put in."),
    Definition(
      "twr_local", term: "TWR local",
      "The time-weighted return without the effect of exchange rates."),
    Definition(
      "performance.fx_effect", term: "FX effect, of the return",
      "The part of the time-weighted return that exchange rates caused."),
    Definition(
      "volatility", term: "Volatility",
      "The standard deviation of the returns between days with prices, per year."),
    Definition(
      "max_drawdown", term: "Largest fall",
      "The largest fall of the time-weighted return from a high to a later low."),
    Definition(
      "drawdown_from", "drawdown_to", term: "Fall from, fall to",
      "The last day at the high, "
        + "and the day of the low."),
    Definition(
      "rank", "depth", "recovered", "days_to_low", "days_to_recovery", "days", "drawdowns.from",
      "drawdowns.to", term: "Depth, recovered, days of a fall",
      "The low below the high, as a part of the high, and the day on which the high was reached "
        + "again. The days lead from the high to the low, from there to the recovery, and from the "
        + "high to the recovery or the end. Days without a price or a cash flow do not count as "
        + "highs or lows."),
  ]

  static let benchmarks = [
    Definition(
      "benchmark_twr", term: "Benchmark TWR",
      "The return of the benchmark by its price, in the base "
        + "currency, without income."),
    Definition(
      "benchmark_xirr", "benchmark_end_value", term: "Benchmark XIRR, benchmark end value",
      "The result of the same cash flows in the benchmark."),
  ]

  static let trades = [
    Definition(
      "quantity", term: "Quantity", "The number of units. Units owed are negative."),
    Definition(
      "amount", term: "Amount",
      "What is paid or received, in the currency of the row. What goes out is negative."),
    Definition("average_cost", term: "Average cost", "The cost of the open lots per unit."),
    Definition(
      "cost_basis", "cost_basis_base", term: "Cost",
      "The cost of the units, with fees if the settings say so; in base at the rates of their "
        + "purchases."),
    Definition(
      "unrealized_gain_base", "positions.unrealized_gain", term: "Gain of a position",
      "Market value less cost."),
    Definition(
      "gain_ratio", term: "Gain in percent", "The gain in base divided by the cost in base."),
    Definition(
      "price_effect_base", term: "Price effect, of a gain",
      "The gain at the rate of the disposal or of the day."),
    Definition(
      "fx_effect_base", term: "FX effect, of a gain",
      "The rest of the gain in base: the effect of exchange "
        + "rates."),
    Definition("acquired", term: "Acquired", "The day on which the lot was opened."),
    Definition("disposed", term: "Disposed", "The day on which the units left."),
    Definition(
      "proceeds", "proceeds_base", term: "Proceeds",
      "The money for the units, after fees if the "
        + "settings say so; in base at the rate of the disposal."),
    Definition("gain", "gain_base", term: "Gain", "Proceeds less cost."),
    Definition(
      "rule", term: "Rule", "The method that chose the lot, or the cause of the disposal."),
    Definition("term", term: "Term", "Short or long, by the tax rules and the time held."),
    Definition(
      "disallowed", "disallowed_to", term: "Disallowed, deferred to",
      "The part of a loss that the tax rules defer, and the lots or the pool whose cost it "
        + "increases."),
    Definition(
      "holding_from", term: "Held from", "The first day of the holding period under tax rules."),
    Definition("unit_cost", term: "Unit cost", "The cost of one unit of a lot."),
    Definition(
      "taxable_gain", term: "Taxable", "The gain in base plus the deferred part of a loss."),
  ]

  static let taxForms = [
    Definition(
      "tax-form.gain_or_loss", term: "Gain or loss",
      "Of a tax form: the sum of its rows, each rounded to the minor unit."),
    Definition(
      "tax-form.proceeds", term: "Proceeds, of a form", "The proceeds as the form wants them."),
    Definition(
      "tax-form.cost_basis", "tax-form.allowable_cost", "tax-form.adjusted_cost_base",
      term: "Cost, of a form", "The cost as the form wants it."),
    Definition(
      "tax-form.adjustment", "tax-form.superficial_loss", term: "Adjustment, denied",
      "The deferred part of losses."),
    Definition(
      "tax-form.outlays", "tax-form.disposal_costs", term: "Outlays, disposal costs",
      "Fees and taxes of the disposals."),
    Definition(
      "tax-form.gains", "tax-form.losses", term: "Gains, losses",
      "The sum of the disposals with a gain, and of those with a loss."),
  ]

  static let incomes = [
    Definition(
      "gross", "gross_base", term: "Gross",
      "Income before tax withheld; in base at the rate of its "
        + "day."),
    Definition(
      "tax_withheld", "tax_withheld_base", term: "Tax withheld", "The tax that the payer kept."),
    Definition("net", "net_base", term: "Net", "Gross less tax withheld."),
    Definition("items", term: "Items", "The number of payments."),
    Definition(
      "yield_on_cost", term: "Yield on cost",
      "Gross income of twelve months, divided by the cost of the "
        + "units held at their end."),
    Definition(
      "yield_on_value", term: "Yield on value",
      "Gross income of twelve months, divided by the market "
        + "value of the units held at their end."),
  ]

  static let labels = [
    Definition(
      "currency", term: "Currency", "The currency of the amounts beside it that are not in base."),
    Definition("kind", term: "Kind", "The kind of income."),
    Definition("group_id", term: "Group", "The id of the entry in the ledger."),
  ]
}
