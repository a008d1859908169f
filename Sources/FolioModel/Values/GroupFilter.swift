/// Which groups are wanted: those to which every condition that is given applies.
public struct GroupFilter: Sendable, Hashable {
  /// Symbols, or ids in the master table, of which a leg names one; empty for all.
  public var symbols: Set<String>
  /// Ids of cash accounts and names of securities accounts, of which a leg names one; empty for
  /// all.
  public var accounts: Set<String>
  /// The types of groups; empty for all.
  public var types: Set<GroupType>
  /// The statuses of groups; empty for all.
  public var statuses: Set<GroupStatus>
  /// The first civil day on which a group occurred.
  public var from: Day?
  /// The last civil day on which a group occurred.
  public var through: Day?
  /// A text in the notes, the id, a symbol or an account, or in the name of an instrument or an
  /// account. Capital and small letters are alike.
  public var text: String?

  /// Creates a filter, by default for all groups.
  public init(
    symbols: Set<String> = [], accounts: Set<String> = [], types: Set<GroupType> = [],
    statuses: Set<GroupStatus> = [], from: Day? = nil, through: Day? = nil, text: String? = nil
  ) {
    self.symbols = symbols
    self.accounts = accounts
    self.types = types
    self.statuses = statuses
    self.from = from
    self.through = through
    self.text = text
  }

  /// Whether the header of a group fits.
  public func matches(type: GroupType?, status: GroupStatus, day: Day) -> Bool {
    (types.isEmpty || type.map(types.contains) ?? false)
      && (statuses.isEmpty || statuses.contains(status))
      && (from.map { $0 <= day } ?? true) && (through.map { day <= $0 } ?? true)
  }

  /// Whether a group fits.
  /// - Parameter names: The names that the text may be in.
  public func matches(_ group: LedgerGroup, names: LedgerNames = LedgerNames()) -> Bool {
    guard matches(type: group.type, status: group.status, day: group.day) else { return false }
    if !symbols.isEmpty {
      let ids = group.stockLegs.compactMap(\.stockID) + group.cashLegs.compactMap(\.stockID)
      if symbols.isDisjoint(with: group.symbols), symbols.isDisjoint(with: ids) { return false }
    }
    if !accounts.isEmpty, accounts.isDisjoint(with: group.accounts) { return false }
    guard let wanted = text?.lowercased(), !wanted.isEmpty else { return true }
    let symbols = group.symbols.flatMap { [$0, names.instrument($0)] }
    let accounts = group.accounts.flatMap { [$0, names.account($0)] }
    return ([group.id, group.notes ?? ""] + symbols + accounts).contains {
      $0.lowercased().contains(wanted)
    }
  }
}
