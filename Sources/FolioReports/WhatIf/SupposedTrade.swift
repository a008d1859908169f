/// A trade that has not happened, for `WhatIf`.
public struct SupposedTrade: Sendable, Hashable {
  /// The direction of the trade.
  public enum Side: String, Sendable, CaseIterable {
    case sell, buy
  }

  /// Whether units are sold or bought.
  public var side: Side
  /// The symbol of the instrument.
  public var symbol: String
  /// The number of units, above zero.
  public var quantity: ExactDecimal
  /// The price of one unit, as the instrument is quoted; `nil` uses the last price of the ledger on
  /// the day or before it.
  public var price: ExactDecimal?
  /// The fees, in the currency of the cash account.
  public var fees: ExactDecimal?
  /// The day; `nil` means the last day of the books.
  public var day: Day?
  /// The id of the cash account; `nil` means the first one in the currency.
  public var cashAccount: String?
  /// The securities account; `nil` means none.
  public var account: String?

  /// Creates a trade at the price of the ledger.
  public init(_ side: Side, _ symbol: String, quantity: ExactDecimal) {
    self.side = side
    self.symbol = symbol
    self.quantity = quantity
  }
}

/// Which lots of a sale are the best ones. New minor versions may add cases.
public enum SaleGoal: Sendable, Hashable {
  /// The least taxable gain of the sale: gain in the base currency plus the part of a loss that
  /// tax rules defer.
  case leastGain
  /// The least tax on the gains of the tax year, at these rates.
  case leastTax(TaxRates)
  /// As many units held for more than a year as there are; among these choices the least gain.
  case keepLongTerm

  /// The names of the goals.
  package enum Name: String, Sendable, CaseIterable {
    case leastGain = "least-gain"
    case leastTax = "least-tax"
    case keepLongTerm = "keep-long-term"
  }

  /// The name: `least-tax`.
  public var name: String {
    let name: Name =
      switch self {
      case .leastGain: .leastGain
      case .leastTax: .leastTax
      case .keepLongTerm: .keepLongTerm
      }
    return name.rawValue
  }

  /// The goal with a name, or `nil` if it needs rates and there are none.
  package init?(_ name: Name, _ rates: TaxRates?) {
    switch name {
    case .leastGain: self = .leastGain
    case .leastTax:
      guard let rates else { return nil }
      self = .leastTax(rates)
    case .keepLongTerm: self = .keepLongTerm
    }
  }
}

/// The rates at which net gains of a tax year are taxed, as ratios: 0.37 for 37%. Under rules
/// without terms both are the same.
public struct TaxRates: Sendable, Hashable {
  /// The rate of net short-term gains.
  public var short: ExactDecimal
  /// The rate of net long-term gains.
  public var long: ExactDecimal

  /// Creates rates. They are at least zero.
  public init(short: ExactDecimal, long: ExactDecimal) {
    self.short = short
    self.long = long
  }

  /// Creates one rate for all gains. It is at least zero.
  public init(_ rate: ExactDecimal) { self.init(short: rate, long: rate) }

  /// Creates one rate for all gains, or otherwise the rates by term if both are known.
  package init?(all: ExactDecimal?, short: ExactDecimal?, long: ExactDecimal?) {
    guard let short = all ?? short, let long = all ?? long else { return nil }
    self.init(short: short, long: long)
  }
}

/// The gains of a tax year by term, in the base currency. A loss is below zero.
public struct YearGains: Sendable, Hashable {
  /// The sum of taxable short-term gains.
  public internal(set) var short = ExactDecimal.zero
  /// The sum of taxable long-term gains.
  public internal(set) var long = ExactDecimal.zero

  /// The tax at these rates. A loss of one term reduces a gain of the other (26 U.S.C. 1222(11),
  /// 1(h)); a net loss of the year saves no tax in it.
  /// - Throws: `ArithmeticFault` if an amount needs too many digits.
  public func tax(at rates: TaxRates) throws(ArithmeticFault) -> ExactDecimal {
    if short.isNegative || long.isNegative {
      let net = try short.adding(long)
      if !net.isPositive { return .zero }
      return try net.multiplied(by: short.isNegative ? rates.long : rates.short)
    }
    return try short.multiplied(by: rates.short).adding(long.multiplied(by: rates.long))
  }
}
