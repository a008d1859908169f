/// Number of an instrument in `LedgerTables.instruments`.
public typealias InstrumentIndex = UInt32
/// Number of a cash account in `LedgerTables.cashAccounts`.
public typealias CashAccountIndex = UInt32
/// Number of a securities account in `LedgerTables.securitiesAccounts`; 0 is the nameless one.
public typealias SecuritiesAccountIndex = UInt32
/// Number of a currency in `LedgerTables.currencies`.
public typealias CurrencyIndex = UInt16
/// Number of a group in `LedgerTables.groups`, in the order of the documents.
public typealias GroupIndex = UInt32

/// What an index column holds where nothing was given or found.
@inlinable public var missingIndex: UInt32 { .max }
/// What a currency column holds where nothing was given or found.
@inlinable public var missingCurrency: CurrencyIndex { .max }
