/// The reason why a configuration does not name usable stores. Addresses in these values contain no
/// secrets. New minor versions may add cases.
public enum BackendFault: Error, Sendable, Hashable {
  /// No store is configured.
  case nothingConfigured
  /// The text is not an address. The values are the text and its source.
  case notAnAddress(String, BackendSource)
  /// The address is that of a server, and no kind of store of the app is for it. The values are the
  /// address and its source.
  case notBuilt(String, BackendSource)
  /// A store in memory is configured as the shared store.
  case sharedMemory(BackendSource)
  /// The device's store and the shared store have the same address.
  case sameStore(String)
  /// A configuration file is missing or malformed. The values are its name and the reason, without
  /// a full stop.
  case configuration(name: String, reason: String)
}

extension BackendFault: CustomStringConvertible {
  /// A sentence to show to the user, with advice on how to fix the problem.
  public var description: String {
    switch self {
    case .nothingConfigured:
      "no store is configured: set FOLIO_STORE, such as file:ledger.folio"
    case .notAnAddress(let word, let source): source.prefix + Self.advice(onWord: word)
    case .notBuilt(let address, let source):
      "\(source.prefix)\(address) is a server of a kind that this program does not open. Use "
        + "https:// (FolioSupabase), postgres:// (FolioPostgres), file:PATH or sqlite:PATH."
    case .sharedMemory(let source):
      "\(source.prefix)memory: can't be shared, since it ends with the program. Use file:PATH or "
        + "sqlite:PATH."
    case .sameStore(let address):
      "\(address) is both the device's store and the one to sync with. Name another one."
    case .configuration(let name, let reason):
      "\(name): \(reason). Correct the file, or set FOLIO_CONFIG to another."
    }
  }
}

extension BackendFault {
  /// Explains why a text is not an address, and gives the correct form.
  package static func advice(onWord word: String) -> String {
    if ["file:", "sqlite:"].contains(word) {
      return "'\(word)' names no file. Write its path as well, such as \(word)ledger.folio."
    }
    if word.hasPrefix("sqlite:") {
      return "'\(word)' needs the product FolioSQLite, and StoreKind.sqlite among the app's kinds."
    }
    return "'\(word)' is not a store. Write file:\(word), or sqlite:\(word)."
  }
}

extension BackendSource {
  /// The source as the prefix of an error message. Empty for a caller, because callers know the
  /// source.
  fileprivate var prefix: String { self == .caller ? "" : "\(self): " }
}
