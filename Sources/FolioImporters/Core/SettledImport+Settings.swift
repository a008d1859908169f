// A ledger with groups keeps its settings. One without groups takes those of the files.
extension LedgerContents.Settings {
  /// The settings of a ledger to which files with these settings are added.
  func completing(_ ledger: LedgerContents?) -> Self {
    guard let ledger else { return self }
    var all = ledger.settings
    let own = missing(in: ledger)
    all.baseCurrency = all.baseCurrency ?? own.baseCurrency
    all.costBasisMethod = all.costBasisMethod ?? own.costBasisMethod
    if all.methods.isEmpty { all.methods = own.methods }
    all.lotScope = all.lotScope ?? own.lotScope
    all.feeTreatment = all.feeTreatment ?? own.feeTreatment
    all.taxRules = all.taxRules ?? own.taxRules
    all.cashMethod = all.cashMethod ?? own.cashMethod
    if all.taxCapacities.isEmpty { all.taxCapacities = own.taxCapacities }
    return all
  }

  /// Those of the settings that a ledger without groups does not have; none if it has groups.
  func missing(in ledger: LedgerContents) -> Self {
    var own = Self()
    if ledger.groups.contains(where: { !$0.isDeleted }) { return own }
    let known = ledger.settings
    if known.baseCurrency == nil { own.baseCurrency = baseCurrency }
    if known.costBasisMethod == nil, known.methods.isEmpty {
      (own.costBasisMethod, own.methods) = (costBasisMethod, methods)
    }
    if known.lotScope == nil { own.lotScope = lotScope ?? .account }
    if known.feeTreatment == nil { own.feeTreatment = feeTreatment }
    if known.taxRules == nil { own.taxRules = taxRules }
    if known.cashMethod == nil { own.cashMethod = cashMethod }
    if known.taxCapacities.isEmpty { own.taxCapacities = taxCapacities }
    return own
  }

  /// The names of the settings that change figures and that others have in another way.
  func names(unlike others: Self) -> [String] {
    var names: [String] = []
    if let costBasisMethod, others.methods.isEmpty,
      costBasisMethod != others.costBasisMethod ?? .fifo
    {
      names.append("cost_basis_method \(costBasisMethod.rawValue)")
    }
    if !methods.isEmpty, methods != others.methods { names.append("cost_basis_method by account") }
    if let lotScope, lotScope != others.lotScope ?? .account {
      names.append("lot_scope \(lotScope.rawValue)")
    }
    if let feeTreatment, feeTreatment != others.feeTreatment ?? .capitalize {
      names.append("fee_treatment \(feeTreatment.rawValue)")
    }
    if taxCapacities.contains(where: { !others.taxCapacities.contains($0) }) {
      names.append("tax_capacities")
    }
    if let taxRules, taxRules != others.taxRules ?? .none {
      names.append("tax_rules \(taxRules.rawValue)")
    }
    return names
  }
}
