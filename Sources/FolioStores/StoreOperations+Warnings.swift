// The warnings that a change brings, after a check of the whole.
extension StoreOperations {
  /// Keeps the warnings about a group that it did not have before the change, and those of
  /// overdrafts that the change causes later.
  mutating func noteWarnings(
    of check: StoreCheck, aboutGroup number: Int, after before: StoreContents
  ) {
    let group = before.groups[number]
    let start = before.groups[..<number].reduce(before.headRow.count + 1) { $0 + $1.row.count + 1 }
    let row = start..<start + group.row.count
    let isOwn = { (found: Diagnostic) in
      found.position.isKnown && row.contains(found.position.offset)
    }
    noteWarnings(of: check, after: before, isOwn: isOwn, isNew: { _ in false })
    warnings.sources.append(.row(of: group))
    for index in warnings.diagnostics.indices where isOwn(warnings.diagnostics[index]) {
      let offset = warnings.diagnostics[index].position.offset - start
      warnings.diagnostics[index].position = SourcePosition(file: 1, offset: offset)
    }
  }

  /// Keeps the warnings about the new documents, which are read after that of the store, and those
  /// of overdrafts that they cause later.
  mutating func noteWarnings(
    of check: StoreCheck, in files: ClosedRange<Int>, after before: StoreContents
  ) {
    let isNew = { (found: Diagnostic) in
      found.position.isKnown && files.contains(found.position.file)
    }
    noteWarnings(of: check, after: before, isOwn: isNew, isNew: isNew)
  }

  /// - Parameters:
  ///   - isOwn: whether a warning is about what changes. Others are kept if they are overdrafts.
  ///   - isNew: whether a warning is kept even if the store had the same before.
  private mutating func noteWarnings(
    of check: StoreCheck, after before: StoreContents, isOwn: (Diagnostic) -> Bool,
    isNew: (Diagnostic) -> Bool
  ) {
    var found = check.warnings.diagnostics.filter { isOwn($0) || $0.code == .negativeCash }
    // Files of rates, which stores do not read, may have the rate.
    if check.tables.settings.quoteFiles.contains(where: { $0.kind == .rates }) {
      found.removeAll { $0.code == .noRate }
    }
    if !found.allSatisfy(isNew) {
      let known = StoreCheck.diagnostics(of: .stored(before.document, name: name))
      found.removeAll { !isNew($0) && known.contains(StoreCheck.text($0)) }
    }
    warnings = check.warnings
    warnings.diagnostics = found
    warnings = cited(warnings, check.documents)
  }
}
