import FolioDiagnostics
import FolioModel

// The warnings that a change brings, after a check of the whole.
extension StoreOperations {
  /// Keeps the warnings about a group that it did not have before the change, and those of
  /// overdrafts that the change causes later.
  mutating func noteWarnings(
    of check: StoreCheck, aboutGroup number: Int, after before: StoreContents
  ) {
    warnings = check.warnings
    let group = before.groups[number]
    let start = before.document.count - StoreCheck.lines(before.groups[number...].map(\.row)).count
    let row = start..<start + group.row.count
    let isOwn = { (found: Diagnostic) in
      found.position.isKnown && row.contains(found.position.offset)
    }
    warnings.diagnostics.removeAll { !isOwn($0) && $0.code != .negativeCash }
    if !warnings.diagnostics.isEmpty {
      let known = StoreCheck.diagnostics(of: .stored(before.document, name: name))
      warnings.diagnostics.removeAll { known.contains(StoreCheck.text($0)) }
    }
    if check.tables.settings.quoteFiles.contains(where: { $0.kind == .rates }) {
      warnings.diagnostics.removeAll { $0.code == .noRate }
    }
    warnings.sources.append(.row(of: group))
    for index in warnings.diagnostics.indices where isOwn(warnings.diagnostics[index]) {
      let offset = warnings.diagnostics[index].position.offset - start
      warnings.diagnostics[index].position = SourcePosition(file: 1, offset: offset)
    }
    warnings = cited(warnings, check.documents)
  }

  /// Keeps the warnings about the new documents, which are read after that of the store, and those
  /// of overdrafts that they cause later.
  mutating func noteWarnings(
    of check: StoreCheck, in files: ClosedRange<Int>, after before: StoreContents
  ) {
    warnings = check.warnings
    let isNew = { (found: Diagnostic) in
      found.position.isKnown && files.contains(found.position.file)
    }
    let isOverdraft = { (found: Diagnostic) in found.code == .negativeCash && !isNew(found) }
    var known: Set<String> = []
    if warnings.diagnostics.contains(where: isOverdraft) {
      known = StoreCheck.diagnostics(of: .stored(before.document, name: name))
    }
    // Files of rates, which stores do not read, may have the rate.
    if check.tables.settings.quoteFiles.contains(where: { $0.kind == .rates }) {
      warnings.diagnostics.removeAll { $0.code == .noRate }
    }
    warnings.diagnostics.removeAll {
      !isNew($0) && !(isOverdraft($0) && !known.contains(StoreCheck.text($0)))
    }
    warnings = cited(warnings, check.documents)
  }
}
