/// The steps of the check, in the order in which they run and report their faults.
///
/// A whole document runs all of them once. A document in batches runs those of `.tables` once and
/// those of `.groups` for each batch; a document that needs a step of `.document` is read as a
/// whole. A rule that is added to a step, or a step that is added here, applies to both.
enum CheckStep: CaseIterable, Sendable {
  case joinFlatLegs
  case registerInstruments
  case learnSymbols
  case addMentionedSymbols
  case learnStockIDs
  case resolveStockLegs
  case resolvePrices
  case resolveNewSymbols
  case indexAccounts
  case resolveCashLegs
  case checkUniqueIDs
  case noteValueFactors
  case completeStockLegs
  case checkPrices
  case checkRates
  case checkMethods
  case checkGroups
  case checkStrictly

  /// What a step looks at.
  enum Scope {
    /// The tables that come before the groups.
    case tables
    /// Groups and their legs, each batch for itself.
    case groups
    /// Both: the names that are new in either.
    case names
    /// The ids of all groups and legs. Batches leave them to `BatchIdentifiers`, so that another
    /// core can compare them.
    case identifiers
    /// All tables and all groups together.
    case document
  }

  var scope: Scope {
    switch self {
    case .registerInstruments, .resolvePrices, .indexAccounts, .noteValueFactors, .checkPrices,
      .checkRates:
      .tables
    case .learnStockIDs, .resolveStockLegs, .resolveNewSymbols, .resolveCashLegs,
      .completeStockLegs, .checkGroups:
      .groups
    case .addMentionedSymbols: .names
    case .checkUniqueIDs: .identifiers
    case .joinFlatLegs, .learnSymbols, .checkMethods, .checkStrictly: .document
    }
  }

  #if DEBUG
  /// A step that a test leaves out, to see that its absence is noticed.
  @TaskLocal static var disabled: CheckStep?
  #endif

  /// True, unless a test leaves the step out.
  var isOn: Bool {
    #if DEBUG
    Self.disabled != self
    #else
    true
    #endif
  }
}

extension LedgerChecker {
  /// Runs the steps of some scopes in their order.
  mutating func run(_ scopes: CheckStep.Scope...) {
    for step in CheckStep.allCases where scopes.contains(step.scope) && step.isOn { run(step) }
  }

  private mutating func run(_ step: CheckStep) {
    switch step {
    case .joinFlatLegs: joinFlatLegs()
    case .registerInstruments: registerInstruments()
    case .learnSymbols: learnSymbols()
    case .addMentionedSymbols: resolver.addMentionedSymbols(draft.symbolNames.all, &tables)
    case .learnStockIDs: learnStockIDs()
    case .resolveStockLegs: resolveStockLegs()
    case .resolvePrices: resolvePrices()
    case .resolveNewSymbols: resolveNewSymbols()
    case .indexAccounts: indexAccounts()
    case .resolveCashLegs: resolveCashLegs()
    case .checkUniqueIDs: checkUniqueIDs()
    case .noteValueFactors: noteValueFactors()
    case .completeStockLegs: completeStockLegs()
    case .checkPrices: checkPrices()
    case .checkRates: checkRates()
    case .checkMethods: checkMethods()
    case .checkGroups: checkGroups()
    case .checkStrictly: checkStrictly()
    }
  }

  /// Whether some step needs all tables and all groups together.
  var needsWholeDocument: Bool {
    strict || !draft.flatStockLegs.isEmpty || !draft.flatCashLegs.isEmpty
      || !tables.settings.methodEntries.isEmpty
      || tables.instruments.contains(where: \.symbol.isNone)
  }
}
