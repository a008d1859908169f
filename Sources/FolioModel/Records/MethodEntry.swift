/// One entry of a `cost_basis_method` that is a list: a method, from a day on, for some
/// instruments or for all.
public struct MethodEntry: Sendable, Hashable {
  /// Which lots a disposal relieves.
  public var method: CostBasisMethod
  /// The first day on which it holds; from the beginning if it is left out.
  public var from: Day?
  /// The symbols that it names; it holds for all instruments where it names none.
  public var symbols: [Identifier]
  /// In a ledger, the instruments that the symbols name, without those that are unknown.
  public var instruments: [InstrumentIndex] = []
  /// The securities account that it names; 0 if it holds for all.
  public var account: SecuritiesAccountIndex = 0

  /// An entry.
  public init(_ method: CostBasisMethod, from: Day? = nil, symbols: [Identifier] = []) {
    self.method = method
    self.from = from
    self.symbols = symbols
  }
}
