extension Importer {
  /// Files of Portfolio Performance, saved as XML.
  static let portfolioPerformanceXML = Importer(
    name: "portfolio-performance-xml", meaning: "a file of Portfolio Performance, saved as XML",
    recognize: { source in
      let isOther = otherForm(source.bytes) != nil
      return isOther || XMLStart(source.bytes).root == "client" ? .certain : .none
    },
    read: { source, draft in
      if let form = otherForm(source.bytes) {
        return draft.report(
          .unknownImportFile, "the file of Portfolio Performance is \(form), which is not read",
          help: "In Portfolio Performance choose File > Save as > XML, without a password, and "
            + "import that file.")
      }
      let file: PortfolioFile
      do throws(FieldFault) {
        file = try PortfolioFile(try XMLTree(source.bytes))
      } catch {
        return draft.end(with: error)
      }
      var reader = PortfolioReader(file, draft)
      do throws(FieldFault) {
        try reader.read()
        draft = reader.draft
      } catch {
        draft = reader.draft
        draft.end(with: error)
      }
    })
}

/// The form of a file of Portfolio Performance that is no XML; nil for any other file.
private func otherForm(_ bytes: [UInt8]) -> String? {
  func starts(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
  if starts("PORTFOLIO") { return "encrypted" }
  if starts("PPPBV1") { return "in its binary format" }
  // The first entry of a ZIP file has the name that Portfolio Performance gives it.
  let names = String(decoding: bytes.prefix(200), as: UTF8.self)
  let isNamed = names.contains("data.xml") || names.contains("data.portfolio")
  return starts("PK\u{3}\u{4}") && isNamed ? "compressed" : nil
}

/// The first element of a file of XML, to recognize a format.
struct XMLStart {
  /// Its name; nil if the file does not begin as XML does.
  let root: String?

  init(_ bytes: [UInt8]) {
    var scanner = XMLScanner(Array(bytes.prefix(4096)))
    guard case .start(let tag)? = try? scanner.next() else {
      root = nil
      return
    }
    root = String(decoding: scanner.bytes[tag.name], as: UTF8.self)
  }
}
