/// Reads the journals of a program, with the files that they include.
protocol JournalReader: SendableMetatype {
  init(_ source: ImportSource)
  var journal: Journal { get set }
  var files: JournalFiles { get set }
  /// Reads one file, and those that it includes.
  mutating func read(_ source: ImportSource, path: String, _ draft: inout ImportDraft)
}

extension JournalReader {
  /// Notes what is wrong with a line.
  mutating func note(_ fault: FieldFault, _ place: JournalPlace) {
    var place = place
    if let range = fault.range { (place.offset, place.length) = (range.lowerBound, range.count) }
    journal.notes.append((place, .faulty(fault.code, fault.message, help: fault.help)))
  }

  /// Reads a file that another one includes.
  mutating func read(_ included: JournalFiles.Included, _ draft: inout ImportDraft) {
    draft.begin(included.source, format: journal.dialect.name)
    files.enter(included)
    read(included.source, path: included.path, &draft)
    files.leave()
  }

  static func missing(_ part: String, _ offset: Int) -> FieldFault {
    FieldFault(
      "\(part) is missing, or is not readable",
      help: "Correct it. In place of an expression of ledger, write its value.", at: offset)
  }
}

extension Importer {
  /// The journals of a program.
  init(
    _ name: String, _ meaning: String, _ reader: (some JournalReader).Type,
    recognize: @escaping @Sendable (ImportSource) -> Confidence
  ) {
    self.init(
      name: name, meaning: meaning, recognize: recognize,
      read: { source, draft in
        let file = draft.file
        var reader = reader.init(source)
        reader.read(source, path: "", &draft)
        draft.add(reader.journal, of: file)
      })
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }
  var isCapital: Bool { (0x41...0x5A).contains(self) }
  var isSmall: Bool { (0x61...0x7A).contains(self) }
  var isBlank: Bool { self == 0x20 || self == 0x09 }
}
