/// Identifiers numbered in the order of their first mention.
public struct NumberedNames: Sendable {
  /// The identifiers by number.
  public private(set) var all: [Identifier] = []
  private var index = IdentifierIndex()

  /// No names yet.
  public init() {}

  /// The number of an identifier, given to it if it is new.
  public mutating func number(of identifier: Identifier) -> UInt32 {
    let next = UInt32(truncatingIfNeeded: all.count)
    if let number = index.insert(identifier, next) { return number }
    all.append(identifier)
    return next
  }

  /// The same as an index.
  public mutating func index<Row>(of identifier: Identifier) -> TableIndex<Row> {
    TableIndex(rawValue: number(of: identifier))
  }

  /// The number of an identifier that may be here.
  public func existingNumber(of identifier: Identifier) -> UInt32? { index[identifier] }
}
