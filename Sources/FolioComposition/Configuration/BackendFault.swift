import FolioStores

/// Why it can't be said where an app keeps its books. Addresses in it are without secrets.
public enum BackendFault: Error, Sendable, Hashable {
  /// Nothing names a store.
  case nothingConfigured
  /// A word that is no address; the word, and who gave it.
  case notAnAddress(String, BackendSource)
  /// A server, for which there is no client yet; its address, and who gave it.
  case notBuilt(String, BackendSource)
  /// A store in memory was named as the one that devices share.
  case sharedMemory(BackendSource)
  /// The same store was named twice: as the device's own, and as the one that devices share.
  case sameStore(String)
  /// A file of settings that can't be read; which, and why.
  case configuration(name: String, reason: String)
}

extension BackendFault: CustomStringConvertible {
  /// One sentence for people, with what to do about it.
  public var description: String {
    switch self {
    case .nothingConfigured:
      "nothing says where the books are kept: set FOLIO_STORE, such as file:ledger.folio"
    case .notAnAddress(let word, let source): source.prefix + Self.advice(onWord: word)
    case .notBuilt(let address, let source):
      "\(source.prefix)\(address) is a server, and a client for servers is not built yet. "
        + "Use file:PATH or sqlite:PATH; in a folder that devices share, they sync through it."
    case .sharedMemory(let source):
      "\(source.prefix)memory: can't be shared, since it ends with the program. Use file:PATH or "
        + "sqlite:PATH."
    case .sameStore(let address):
      "\(address) is both the device's store and the one to sync with. Name another one."
    case .configuration(let name, let reason): "\(name): \(reason)"
    }
  }
}

extension BackendFault {
  /// What is wrong with a word that is no address, and what to write.
  public static func advice(onWord word: String) -> String {
    if ["file:", "sqlite:"].contains(word) {
      return "'\(word)' names no file. Write its path as well, such as \(word)ledger.folio."
    }
    if word.hasPrefix("sqlite:") {
      return "'\(word)' needs the product FolioSQLite, and StoreKind.sqlite among the app's kinds."
    }
    return "'\(word)' is no store. Write file:\(word), or sqlite:\(word)."
  }
}

extension BackendSource {
  /// Whom a fault blames. Callers know what they asked for.
  fileprivate var prefix: String { self == .caller ? "" : "\(self): " }
}
