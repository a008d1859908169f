import Folio

extension Importer {
  /// Files of Portfolio Performance, saved as XML.
  static let portfolioPerformanceXML = Importer(
    name: "portfolio-performance-xml", meaning: "a file of Portfolio Performance, saved as XML",
    recognize: { source in
      if PortfolioContainer(source.bytes) != nil { return .certain }
      return XMLStart(source.bytes).root == "client" ? .certain : .none
    },
    read: { source, draft in
      if let container = PortfolioContainer(source.bytes) { return draft.report(container) }
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

/// The forms of files of Portfolio Performance that are no XML.
private enum PortfolioContainer {
  case zip, encrypted, binary

  init?(_ bytes: [UInt8]) {
    func starts(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
    if starts("PORTFOLIO") {
      self = .encrypted
    } else if starts("PPPBV1") {
      self = .binary
    } else if starts("PK\u{3}\u{4}"), Self.namesData(bytes.prefix(200)) {
      self = .zip
    } else {
      return nil
    }
  }

  /// Whether the first entry of a ZIP file has the name that Portfolio Performance gives it.
  private static func namesData(_ start: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: start, as: UTF8.self)
    return text.contains("data.xml") || text.contains("data.portfolio")
  }

  var message: String {
    switch self {
    case .zip: "the file of Portfolio Performance is compressed, which is not read"
    case .encrypted: "the file of Portfolio Performance is encrypted, which is not read"
    case .binary: "the file of Portfolio Performance is in its binary format, which is not read"
    }
  }
}

extension ImportDraft {
  fileprivate mutating func report(_ container: PortfolioContainer) {
    report(
      .unknownImportFile, container.message,
      help: "In Portfolio Performance choose File > Save as > XML, without a password, and import "
        + "that file.")
  }
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
