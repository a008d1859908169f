/// A step of the check.
///
/// A whole document runs all steps once. A document in batches runs the steps of `.tables` once and
/// those of `.groups` for each batch. A document that needs a step of `.document` is read as a
/// whole. A new rule in a step, or a new step, applies to both.
struct CheckStep: Sendable {
  /// The rows that a step looks at.
  enum Scope {
    /// The tables that come before the groups.
    case tables
    /// Groups and their legs, each batch by itself.
    case groups
    /// Both: the names that are new in either.
    case names
    /// The ids of all groups and legs. Batches leave them to `BatchIdentifiers`, so that another
    /// core can compare them.
    case identifiers
    /// All tables and all groups together.
    case document
  }

  private let name: String
  let scope: Scope
  let run: @Sendable (inout LedgerChecker) -> Void

  private init(
    _ name: String, _ scope: Scope, _ run: @escaping @Sendable (inout LedgerChecker) -> Void
  ) {
    self.name = name
    self.scope = scope
    self.run = run
  }

  /// The steps in the order in which they run and report their faults.
  static let all: [CheckStep] = [
    CheckStep("joinFlatLegs", .document) { $0.joinFlatLegs() },
    CheckStep("registerInstruments", .tables) { $0.registerInstruments() },
    CheckStep("learnSymbols", .document) { $0.learnSymbols() },
    CheckStep("addMentionedSymbols", .names) {
      $0.resolver.addMentionedSymbols($0.draft.symbolNames.all, &$0.tables)
    },
    CheckStep("learnStockIDs", .groups) { $0.learnStockIDs() },
    CheckStep("resolveStockLegs", .groups) { $0.resolveStockLegs() },
    CheckStep("resolvePrices", .tables) { $0.resolvePrices() },
    CheckStep("resolveNewSymbols", .groups) { $0.resolveNewSymbols() },
    CheckStep(quoteUnits, .document) { $0.readQuoteUnits() },
    CheckStep("indexAccounts", .tables) { $0.indexAccounts() },
    CheckStep("resolveCashLegs", .groups) { $0.resolveCashLegs() },
    CheckStep("checkCashInstruments", .groups) { $0.checkCashInstruments() },
    CheckStep("resolveBalances", .document) { $0.resolveBalances() },
    CheckStep(uniqueIDs, .identifiers) { $0.checkUniqueIDs() },
    CheckStep("findChosenGroups", .identifiers) { $0.findChosenGroups() },
    CheckStep("noteValueFactors", .tables) { $0.noteValueFactors() },
    CheckStep("completeStockLegs", .groups) { $0.completeStockLegs() },
    CheckStep("checkPrices", .tables) { $0.checkPrices() },
    CheckStep("checkRates", .tables) { $0.checkRates() },
    CheckStep("checkMethods", .document) { $0.checkMethods() },
    CheckStep("checkGroups", .groups) { $0.checkGroups() },
    CheckStep(unknownKeys, .document) { $0.warnOfUnknownKeys() },
    CheckStep("checkStrictly", .document) { $0.checkStrictly() },
  ]

  /// The name of the step that `BatchIdentifiers` does for batches.
  static let uniqueIDs = "checkUniqueIDs"

  /// The name of the step that the end of a document in batches does.
  static let unknownKeys = "warnOfUnknownKeys"

  #if DEBUG
  /// The name of a step that a test leaves out, to see that its absence is noticed.
  @TaskLocal static var disabled: String?

  static func isOn(_ name: String) -> Bool { disabled != name }
  #else
  static func isOn(_ name: String) -> Bool { true }
  #endif

  /// Runs the steps of some scopes in their order.
  static func run(_ scopes: Scope..., on checker: inout LedgerChecker) {
    for (number, step) in all.enumerated() where scopes.contains(step.scope) {
      step.run(number, on: &checker)
    }
  }

  /// The steps for a batch of groups whose ids somebody else compares, by number.
  private static let ofBatches = all.enumerated().filter { _, step in
    step.scope == .groups || step.scope == .names || step.name == quoteUnits
  }

  /// Runs the steps for a batch of groups.
  /// - Parameter compareIDs: runs in the place of the step that compares ids.
  static func runBatch(
    on checker: inout LedgerChecker, compareIDs: (inout LedgerChecker) -> Void
  ) {
    var isCompared = false
    for (number, step) in ofBatches {
      if number > uniqueIDsNumber, !isCompared {
        compareIDs(&checker)
        isCompared = true
      }
      step.run(number, on: &checker)
    }
  }

  /// Runs the step, and notes which warnings are its own.
  private func run(_ number: Int, on checker: inout LedgerChecker) {
    guard Self.isOn(name) else { return }
    run(&checker)
    while checker.warningSteps.count < checker.warnings.count {
      checker.warningSteps.append(UInt8(truncatingIfNeeded: number))
    }
  }

  /// The name of the step that batches of a change do for their groups.
  private static let quoteUnits = "readQuoteUnits"

  static let quoteUnitsNumber = all.firstIndex { $0.name == quoteUnits } ?? 0

  /// The number of the step that lists unknown keys.
  static let unknownKeysNumber = all.firstIndex { $0.name == unknownKeys } ?? 0

  private static let uniqueIDsNumber = all.firstIndex { $0.name == uniqueIDs } ?? 0
}

extension LedgerChecker {
  /// Whether some step needs all tables and all groups together.
  var needsWholeDocument: Bool {
    strict || !draft.flatStockLegs.isEmpty || !draft.flatCashLegs.isEmpty
      || !tables.settings.methodEntries.isEmpty || !tables.balances.isEmpty
      || tables.instruments.contains(where: \.symbol.isNone)
      || Currency.quoteUnits.contains { tables.currencies.existingIndex(of: $0.unit) != nil }
  }
}
