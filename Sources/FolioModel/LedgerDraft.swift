/// Unchecked rows with source positions, whose references are still names.
///
/// A reader fills it. Legs that were nested in their group are in `tables.stockLegs` and
/// `tables.cashLegs` with their ranges set in the group; legs of flat tables wait in `flat…`
/// beside the id of the group they belong to.
public struct LedgerDraft: Sendable {
  /// The rows. In a leg `account`, `instrument` and `stockReference` are numbers of the names
  /// below until `Ledger.init(checking:)` resolves them.
  public var tables = LedgerTables()
  /// Ids of cash accounts as legs mention them.
  public var accountNames = NumberedNames()
  /// Symbols as legs and prices mention them.
  public var symbolNames = NumberedNames()
  /// Stock ids as legs and prices mention them.
  public var stockNames = NumberedNames()
  /// Stock legs of the flat table, each with the id of its group at the same index of
  /// `flatStockGroups`.
  public var flatStockLegs: [StockLeg] = []
  /// The `group_id` of each flat stock leg.
  public var flatStockGroups: [Identifier] = []
  /// Cash legs of the flat table.
  public var flatCashLegs: [CashLeg] = []
  /// The `group_id` of each flat cash leg.
  public var flatCashGroups: [Identifier] = []
  /// The numbers of the files that were read for their prices or rates alone. Their rows come
  /// after those of the ledger, and are meant to win over them.
  package var quoteFiles: Set<Int> = []
  /// Whether the files after the first change a store, which the first one is. Their rates replace
  /// earlier ones on purpose, and their accounts and instruments keep no unknown columns.
  package var changesStore = false
  /// Faults found while reading; a draft that has any becomes no ledger.
  public var faults: [Diagnostic] = []
  /// The number of faults beyond the limit. The last listed fault gives it.
  package var unlistedFaults = 0
  /// Warnings found while reading.
  public var warnings: [Diagnostic] = []
  /// The unknown keys of rows that were read and forgotten.
  package var unknownKeys = UnknownKeys()
  /// The keys of each table that have a meaning.
  package var columnNames: [LedgerTable: [String]] = [:]

  /// The most faults of a ledger that are listed, without those of booking. All others are counted:
  /// a hostile file may not fill the memory with them.
  package static let faultLimit = 100_000

  /// A draft with nothing in it.
  public init() {}
}
