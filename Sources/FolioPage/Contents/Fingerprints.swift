import Dispatch

import Synchronization

/// The SHA-256 of each file of a ledger. A thread of its own computes them while the ledger is
/// booked, because they take a fifth of the time of a page.
final class Fingerprints: Sendable {
  typealias Fingerprint = (name: String, hash: String)

  private let queue = DispatchQueue(label: "folio.fingerprints")
  private let found = Mutex<[Fingerprint]>([])

  init(of sources: [SourceFile]) {
    queue.async {
      let hashes = Self.hashes(of: sources)
      self.found.withLock { $0 = hashes }
    }
  }

  /// The files with their hashes. Waits until they are known.
  var all: [Fingerprint] { queue.sync { found.withLock { $0 } } }

  private static func hashes(of sources: [SourceFile]) -> [Fingerprint] {
    sources.filter { !$0.isArgument }.compactMap { source in
      hash(of: source).map { (source.name, $0) }
    }
  }

  private static func hash(of source: SourceFile) -> String? {
    var hash = SHA256()
    var offset = 0
    while true {
      let bytes = source.bytes(offset, 1 << 20)
      if bytes.isEmpty { break }
      hash.update(bytes)
      offset += bytes.count
    }
    if offset == 0 { return nil }
    return hash.digest().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
