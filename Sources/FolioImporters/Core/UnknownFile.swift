// Files that no format recognizes. Each message says what the file is, as far as that is clear.
extension ImportDraft {
  /// Reports that a file is in no format that is read.
  mutating func reportUnknown(_ source: ImportSource) {
    let start = source.bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if start.isEmpty {
      return report(
        .unknownImportFile, "the file is empty", help: "Download or export the file again.")
    }
    if source.isBinary || start.starts(with: "%PDF".utf8) {
      return report(
        .unknownImportFile, "the file is not text",
        help: "Export the history as CSV, XML or JSON. A text in UTF-16 needs its byte order mark.")
    }
    if start.starts(with: "OFXHEADER".utf8) { return reportXML(named: "OFX") }
    if start.first == 0x3C {
      var scanner = XMLScanner(source.bytes)
      do throws(FieldFault) {
        guard case .start(let tag) = try scanner.next() else { return reportXML(named: "") }
        return reportXML(named: String(decoding: source.bytes[tag.name].prefix(80), as: UTF8.self))
      } catch {
        return report(error)
      }
    }
    if source.hasSections {
      return report(
        .unknownImportFile, "the sections of this file are not known",
        help: "If it is a statement of Interactive Brokers, create the report in English.")
    }
    report(
      .unknownImportFile, "no format is known for this file",
      help: (NearestRules(source)?.sentence ?? "") + "'folio help import' lists the formats."
        + (source.hasColumns
          ? " For the CSV of another program write a rule file, and name it with --rules." : ""))
  }

  private mutating func reportXML(named root: String) {
    let isOFX = root == "OFX"
    if root.lowercased() == "html" {
      return report(
        .unknownImportFile, "the file is a web page",
        help: "Some programs export tables as web pages. Export the history as CSV.")
    }
    report(
      .unknownImportFile,
      isOFX ? "OFX and QFX are not read" : "no format has the XML element <\(root)> first",
      help: "Export the history as CSV"
        + (isOFX ? "." : ", as a Flex query of Interactive Brokers, or from Portfolio Performance.")
    )
  }
}

extension ImportSource {
  /// Whether one of the first ten rows is wanted, with any separator.
  private func hasRow(_ isWanted: (CSVRows) -> Bool) -> Bool {
    let start = Array(bytes.prefix(1 << 14))
    return CSVRows.separators.contains { separator in
      var (rows, count) = (CSVRows(start, separator: separator), 0)
      while count < 10, rows.next() {
        if isWanted(rows) { return true }
        count += 1
      }
      return false
    }
  }

  /// Whether the file has columns, as a CSV file does.
  fileprivate var hasColumns: Bool { hasRow { $0.fields.count > 2 } }

  /// Whether its rows begin with the name of a section and the word `Header`, as those of
  /// Interactive Brokers do in any language.
  fileprivate var hasSections: Bool {
    hasRow { $0.fields.count > 3 && $0.content($0.fields[1]).elementsEqual("Header".utf8) }
  }
}

/// A kind of rows that no rule knows.
struct UnknownKind {
  var kind: String
  /// Why the rules for the kind do not fit; nil if there are none.
  var cause: String?
  var count: Int
  var first: ImportRow
  var remedy: String
  /// Whether a rule knows such rows and says that they cannot be booked.
  var isRefused = false
}

extension ImportDraft {
  /// Ends a row of a kind that the importer does not know. Each kind is reported once.
  /// - Parameters:
  ///   - kind: The text that says what the row is.
  ///   - cause: Why what is known of the kind does not fit; nil if nothing is known.
  ///   - remedy: The rule to add, or what else the user can do.
  package mutating func unknown(
    _ kind: String, because cause: String? = nil, _ row: ImportRow, remedy: String,
    isRefused: Bool = false
  ) {
    rows[row.index].outcome = options.skipsUnknown ? .skipped : .faulty
    let key = "\(kind)\u{1F}\(cause ?? "")"
    if let place = unknownPlaces[key] {
      unknownKinds[place].count += 1
    } else {
      unknownPlaces[key] = unknownKinds.count
      unknownKinds.append(
        UnknownKind(
          kind: kind, cause: cause, count: 1, first: row, remedy: remedy, isRefused: isRefused))
    }
  }
}
