/// The elements of a Flex query that book nothing, and the reasons.
enum FlexSections {
  /// Why an element is no transaction; nil if it is not known.
  static func reason(of name: String) -> String? {
    if summaries.contains(name) { return "a summary, an accrual or a position" }
    if details.contains(name) { return "a detail of trades that are booked" }
    return nil
  }

  private static let summaries: Set<String> = [
    "ChangeInNAV", "EquitySummaryInBase", "EquitySummaryByReportDateInBase", "NAVInBase",
    "MTMPerformanceSummaryInBase", "MTMPerformanceSummaryUnderlying", "MTDYTDPerformanceSummary",
    "MTDYTDPerformanceSummaryUnderlying", "FIFOPerformanceSummaryInBase",
    "FIFOPerformanceSummaryUnderlying", "StatementOfFundsLine", "ChangeInPositionValue",
    "NetStockPosition", "NetStockPositionSummary", "FxLot", "FxPosition", "FxTransaction",
    "PriorPeriodPosition", "SecurityInfo", "InterestAccrualsCurrency", "TierInterestDetail",
    "HardToBorrowDetail", "SLBOpenContract", "SLBActivity", "SLBFee", "SLBCollateral",
    "ChangeInDividendAccrual", "OpenDividendAccrual", "ComplexPosition", "DepositsOnHold",
    "FdicInsuredDepositsByBank", "UnsettledTransfer", "AssetSummary", "CashReport",
    "MarginReport", "ExcessMargin", "IncentiveCouponAccrualDetail", "PerformanceSummary",
    "OptionEAE", "_DetailOptionEAE", "CommissionCredit", "FxPositionLot", "FxPositionSummary",
  ]

  private static let details: Set<String> = [
    "WashSale", "TransactionTax", "UnbundledCommissionDetail", "RoutingCommission",
    "TradeTransfer",
  ]
}
