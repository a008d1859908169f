// Where the rows of a store are: what a message cites.
extension StoreOperations {
  /// Where a line of the document of the store is in the store. The first line of the document is
  /// the head, and each other one is a group.
  /// - Returns: nil if the store cannot be read now.
  package mutating func citation(ofLine line: Int) -> SourceCitation? {
    let number = line >= 2 ? line - 2 : nil
    do throws(StoreFailure) {
      if let place = try storage.place(ofGroup: number) {
        return SourceCitation(name: name, line: place.line, indent: place.indent)
      }
      guard let number else { return SourceCitation(name: "\(name), head") }
      return try storage.groups(at: [number]).first.map {
        SourceCitation(name: "\(name), group \($0.id)")
      }
    } catch {
      // A message without a place is better than none.
      return nil
    }
  }

  /// Faults of documents of which some are of this store, with places in the store.
  mutating func cited(_ faults: LedgerFaults, _ documents: [StoreInput]) -> LedgerFaults {
    var faults = faults
    // Empty documents are not read.
    let read = documents.filter { !$0.bytes.isEmpty }
    for (file, document) in read.enumerated()
    where document.isStored && faults.sources.indices.contains(file) {
      let positions = faults.diagnostics.map(\.position).filter { $0.isKnown && $0.file == file }
      var citations: [Int: SourceCitation] = [:]
      for line in SourceLocator(faults.sources).lines(of: positions).values {
        citations[line] = citation(ofLine: line)
      }
      faults.sources[file].citation = { [citations] in citations[$0] }
    }
    return faults
  }
}
