/// The number of a row in one table of a ledger. Indices of two tables are distinct types.
@frozen public struct TableIndex<Row>: Sendable, Hashable, Comparable {
  /// The number, from 0.
  public let rawValue: UInt32

  /// The index with a number.
  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The index of a row. No table has more than 2^32 - 1 of them.
  @inlinable public init(_ number: Int) { rawValue = UInt32(truncatingIfNeeded: number) }

  /// The value of a column if nothing was given or found.
  @inlinable public static var missing: TableIndex { TableIndex(rawValue: .max) }

  /// The order of the rows.
  @inlinable public static func < (left: TableIndex, right: TableIndex) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TableIndex: ExpressibleByIntegerLiteral {
  /// An index that the program knows.
  @inlinable public init(integerLiteral value: UInt32) { rawValue = value }
}

extension Int {
  /// The number of a row, for its place in an array.
  @inlinable public init<Row>(_ index: TableIndex<Row>) { self = Int(index.rawValue) }
}

/// The index of an instrument in `LedgerTables.instruments`.
public typealias InstrumentIndex = TableIndex<Instrument>
/// The index of a cash account in `LedgerTables.cashAccounts`.
public typealias CashAccountIndex = TableIndex<CashAccount>
/// The index of a group in `LedgerTables.groups`, in the order of the documents.
public typealias GroupIndex = TableIndex<GroupRecord>
/// The index of a securities account in `LedgerTables.securitiesAccounts`; 0 is the unnamed one.
public typealias SecuritiesAccountIndex = TableIndex<SecuritiesAccountName>
/// The rows of `LedgerTables.securitiesAccounts`.
public enum SecuritiesAccountName {}
/// The number of a currency in `LedgerTables.currencies`.
public typealias CurrencyIndex = UInt16

extension UInt32 {
  /// The value of a column that refers to no name, text or detail.
  @inlinable package static var missing: UInt32 { .max }
}

/// The value of a currency column if nothing was given or found.
@inlinable public var missingCurrency: CurrencyIndex { .max }
