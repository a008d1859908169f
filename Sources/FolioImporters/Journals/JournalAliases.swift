/// Other names of accounts. The aliases that were declared last are applied first, each to what the
/// one before it gives.
struct JournalAliases {
  /// An account that goes through more aliases than this one is a fault.
  static let mostSteps = 100
  /// The steps of expressions that an import takes at most.
  static let mostWork = 100_000_000

  private struct PatternAlias {
    var number: Int
    var pattern: AccountPattern
    var replacement: String
  }

  private var count = 0
  /// The new names of the aliases that name an account, by their numbers.
  private var names: [Int: String] = [:]
  /// The numbers of the aliases that name an account, in order.
  private var numbers: [String: [Int]] = [:]
  private var patterns: [PatternAlias] = []
  /// The accounts that were resolved since the last alias.
  private var known: [String: String] = [:]

  mutating func add(_ old: String, _ new: String) {
    numbers[old, default: []].append(count)
    names[count] = new
    (count, known) = (count + 1, [:])
  }

  mutating func add(_ pattern: AccountPattern, _ replacement: String) {
    patterns.append(PatternAlias(number: count, pattern: pattern, replacement: replacement))
    (count, known) = (count + 1, [:])
  }

  /// The name that stands for an account, or for the accounts above it.
  /// - Parameter work: The steps of expressions so far, to which those of the account are added.
  mutating func resolved(_ name: String, _ work: inout Int) throws(FieldFault) -> String {
    if count == 0 { return name }
    if let known = known[name] { return known }
    var (resolved, limit, steps) = (name, count, 0)
    var pattern = patterns.endIndex
    while true {
      let named = last(before: limit, for: resolved)
      if pattern > 0, patterns[pattern - 1].number > named?.number ?? -1 {
        pattern -= 1
        let alias = patterns[pattern]
        let before = resolved
        resolved = alias.pattern.replacing(in: before, with: alias.replacement, &work)
        limit = alias.number
        steps += resolved == before ? 0 : 1
      } else if let (number, old) = named {
        resolved = (names[number] ?? "") + resolved.dropFirst(old)
        limit = number
        while pattern > 0, patterns[pattern - 1].number > number { pattern -= 1 }
        steps += 1
      } else {
        break
      }
      try check(name, steps, resolved, work)
    }
    known[name] = resolved
    return resolved
  }

  private func check(
    _ name: String, _ steps: Int, _ resolved: String, _ work: Int
  ) throws(FieldFault) {
    if work > Self.mostWork {
      throw FieldFault(
        "the expressions of aliases take too long", help: "Write aliases without expressions.")
    }
    if steps > Self.mostSteps {
      throw FieldFault(
        "the account \"\(name.prefix(80))\" goes through more than \(Self.mostSteps) aliases",
        help: "Let the aliases name the last account.")
    }
    if resolved.utf8.count > 4 * name.utf8.count + 4096 {
      throw FieldFault(
        "aliases make the name of an account too long", help: "Correct the aliases.")
    }
  }

  /// The last alias before some other one that names an account or one above it, and the length of
  /// that name.
  private func last(before limit: Int, for account: String) -> (number: Int, old: Int)? {
    if numbers.isEmpty { return nil }
    var last: (number: Int, old: Int)?
    for end in account.accountEnds {
      let name = String(account[..<end])
      guard let numbers = numbers[name] else { continue }
      let count = numbers.partitioningIndex { $0 >= limit }
      if count > 0, numbers[count - 1] > last?.number ?? -1 {
        last = (numbers[count - 1], name.count)
      }
    }
    return last
  }
}

extension String {
  /// The most parts that the name of an account may have.
  static let mostAccountParts = 64

  /// Where the names of an account and of those above it end.
  var accountEnds: [String.Index] { indices.filter { self[$0] == ":" } + [endIndex] }

  /// Whether it has so many parts that the accounts above it would be work without end.
  var isTooDeepAccount: Bool {
    utf8.count(where: { $0 == 0x3A }) >= Self.mostAccountParts
  }

  /// Refuses names of too many parts.
  func checkAccountParts(at offset: Int? = nil) throws(FieldFault) {
    if !isTooDeepAccount { return }
    throw FieldFault(
      "the name of an account has more than \(Self.mostAccountParts) parts",
      help: "Look for colons that do not belong there.", at: offset)
  }
}
