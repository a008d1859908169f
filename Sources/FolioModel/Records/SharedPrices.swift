/// A price of a file before the instrument of a ledger is known.
package struct StagedPrice: Sendable {
  /// The number of its subject: what the file calls an instrument.
  package var subject: UInt32
  /// The day it closed.
  package var day: Day
  /// In the numbers of the file; missing if the file has none.
  package var currency: CurrencyIndex
  /// Price of one unit, zero or above.
  package var price: ExactDecimal
  /// The position of the row.
  package var position: SourcePosition
  /// Whether it is the price of the previous row in another currency.
  package var isAlternative: Bool

  /// A price.
  package init(
    subject: UInt32, day: Day, currency: CurrencyIndex, price: ExactDecimal,
    position: SourcePosition, isAlternative: Bool = false
  ) {
    self.subject = subject
    self.day = day
    self.currency = currency
    self.price = price
    self.position = position
    self.isAlternative = isAlternative
  }
}

/// The prices of an instrument in a file that many ledgers share. They are not copied: ten years of
/// prices are more than most ledgers have of other rows (Specs/decisions/shared-prices.md).
package struct SharedPrices: Sendable {
  /// The instrument; in a draft, as in a `PriceRecord`.
  package var instrument: InstrumentIndex
  /// In a draft, the number of its stock id.
  package var stockReference: UInt32
  /// The currency of all prices; `missingCurrency` in a draft that leaves it to the instrument.
  package var currency: CurrencyIndex
  /// The rows of all files.
  private let rows: StagedPrices
  /// The numbers of the prices in the order of the days.
  private let order: PriceRows

  /// The prices of an instrument.
  /// - Parameters:
  ///   - record: The instrument and the currency, as those of any other price.
  ///   - order: The numbers of the rows that are its prices, in the order of the days; those of a
  ///     day in the order of the file. At least one.
  package init(_ record: PriceRecord, _ rows: StagedPrices, _ order: PriceRows) {
    (instrument, stockReference) = (record.instrument, record.stockReference)
    (currency, self.rows, self.order) = (record.currency, rows, order)
  }
}

extension SharedPrices: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { order.count }

  package subscript(place: Int) -> PriceRecord {
    let row = rows.quote(order[place])
    return PriceRecord(
      instrument: instrument, stockReference: stockReference, day: row.day, currency: currency,
      price: row.price, position: row.position)
  }

  /// The day of the first price.
  package var firstDay: Day { rows.day(order[0]) }

  /// The last price on or before a day.
  package func last(until day: Day) -> PriceRecord? {
    let end = indices.partitioningIndex { rows.day(order[$0]) > day }
    return end == 0 ? nil : self[end - 1]
  }
}
