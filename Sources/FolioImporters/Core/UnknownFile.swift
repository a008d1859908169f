import Folio

// Files that no format recognizes. Each message says what the file is, as far as that is clear.
extension ImportDraft {
  /// Reports that a file is in no format that is read.
  mutating func reportUnknown(_ source: ImportSource) {
    let start = source.bytes.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    if start.isEmpty {
      return report(
        .unknownImportFile, "the file is empty", help: "Download or export the file again.")
    }
    if source.isBinary {
      return report(
        .unknownImportFile, "the file is not text",
        help: "Export the history as CSV, XML or JSON. A text in UTF-16 needs its byte order mark.")
    }
    if start.starts(with: "OFXHEADER".utf8) { return reportXML(named: "OFX") }
    if start.first == 0x3C {
      var scanner = XMLScanner(source.bytes)
      do throws(XMLFault) {
        guard case .start(let tag) = try scanner.next() else { return reportXML(named: "") }
        return reportXML(named: String(decoding: source.bytes[tag.name].prefix(80), as: UTF8.self))
      } catch {
        return report(error)
      }
    }
    report(
      .unknownImportFile, "no format is known for this file",
      help: (NearestRules(source)?.sentence ?? "")
        + "'folio help import' lists the formats. For the CSV of another program write a rule "
        + "file, and name it with --rules.")
  }

  private mutating func reportXML(named root: String) {
    let isOFX = root == "OFX"
    report(
      .unknownImportFile,
      isOFX ? "OFX and QFX are not read" : "no format has the XML element <\(root)> first",
      help: "Export the history as CSV"
        + (isOFX ? "." : ", as a Flex query of Interactive Brokers, or from Portfolio Performance.")
    )
  }
}
