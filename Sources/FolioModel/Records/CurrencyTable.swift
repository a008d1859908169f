/// The currencies of a ledger, numbered in the order of their first mention.
public struct CurrencyTable: Sendable {
  /// The currencies by number.
  public private(set) var all: [Currency] = []
  private var indices: [Currency: CurrencyIndex] = [:]

  /// An empty table.
  public init() {}

  /// The number of a currency, given to it if it is new; nil when 65,535 are taken.
  @inlinable public mutating func index(of currency: Currency) -> CurrencyIndex? {
    existingIndex(of: currency) ?? insert(currency)
  }

  /// The number of a currency that may be here.
  public func existingIndex(of currency: Currency) -> CurrencyIndex? { indices[currency] }

  /// The currency with this number.
  public subscript(_ index: CurrencyIndex) -> Currency { all[Int(index)] }

  @usableFromInline mutating func insert(_ currency: Currency) -> CurrencyIndex? {
    guard all.count < Int(CurrencyIndex.max) else { return nil }
    let index = CurrencyIndex(all.count)
    all.append(currency)
    indices[currency] = index
    return index
  }
}
