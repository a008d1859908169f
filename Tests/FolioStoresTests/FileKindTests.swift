import Foundation
import Testing

@testable import FolioStores

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Links, pipes, devices, and what somebody has planted: with the machine's own files.
@Suite("What is no regular file")
struct FileKindTests {
  private let files = FileManager.default

  private func mode(_ path: String) throws -> Int? {
    (try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
  }

  private func names(_ place: StorePlace) throws -> [String] {
    let folder = URL(filePath: place.path).deletingLastPathComponent().path
    return try files.contentsOfDirectory(atPath: folder).sorted()
  }

  /// Everything that is no regular file, at the place of a store.
  private func plant(_ kind: FileInfo.Kind, at path: String) throws {
    switch kind {
    case .regular, .device:
      try files.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere")
    case .pipe: #expect(mkfifo(path, 0o600) == 0)
    case .socket:
      let socket = socket(AF_UNIX, Self.stream, 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
      let size = socklen_t(MemoryLayout<sockaddr_un>.size)
      let bound = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
      }
      #expect(bound == 0)
      close(socket)
    }
  }

  #if canImport(Glibc)
  private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
  private static let stream = SOCK_STREAM
  #endif

  @Test(
    "is refused as a store at once, and by name",
    arguments: [FileInfo.Kind.folder, .pipe, .device, .socket], StoreAccess.all)
  func asStore(kind: FileInfo.Kind, access: StoreAccess) throws {
    let place = try StorePlace(.file)
    try plant(kind, at: place.path)
    #expect {
      _ = try JournalStorage(place.path, access)
    } throws: { error in
      switch error as? StoreFailure {
      case .unsupported(let words)?: access != .creating && words.contains(kind.rawValue)
      case .conflict(.storeExists)?: access == .creating
      default: false
      }
    }
    #expect(try names(place) == ["ledger.folio"])
  }

  @Test(
    "is refused as a lock, as the memory of a sync and as an older version",
    arguments: [FileInfo.Kind.folder, .pipe, .link, .socket])
  func asNeighbour(kind: FileInfo.Kind) throws {
    let place = try StorePlace(.file)
    try plant(kind, at: place.path + ".lock")
    #expect {
      _ = try JournalStorage(place.path, .creating)
    } throws: { "\($0)".contains(kind.rawValue) }
    #expect(try names(place) == ["ledger.folio.lock"])
    let memory = AtomicFile(place.path + ".sync")
    try plant(kind, at: memory.path)
    #expect(throws: StoreFailure.self) { try memory.replace(with: [1]) }
    if kind == .link {
      #expect(try memory.read() == nil)
    } else {
      #expect(throws: StoreFailure.self) { try memory.read() }
    }
    let other = try StorePlace(.file)
    let keeper = try JournalStorage(other.path, .creating)
    try plant(kind, at: other.path + ".1")
    #expect(throws: StoreFailure.self) { try keeper.compact() }
    #expect(try names(other) == ["ledger.folio", "ledger.folio.1", "ledger.folio.lock"])
    let script = try Script()
    try keeper.commit(script.changes[0], after: script.states[0])
  }

  @Test("through a link and by its own name a store has one lock, and stays one file")
  func link() throws {
    let place = try StorePlace(.file)
    let link = place.path + "-link"
    try files.createSymbolicLink(atPath: link, withDestinationPath: "ledger.folio")
    #expect {
      _ = try JournalStorage(link, .creating)
    } throws: { error in
      guard case .conflict(.danglingLink) = error as? StoreFailure else { return false }
      return "\(error)".contains("is a link to a file that is not there")
    }
    #expect(try names(place) == ["ledger.folio-link"])
    for access in [StoreAccess.reading, .writing] {
      #expect {
        _ = try JournalStorage(link, access)
      } throws: { if case .notFound(.store)? = $0 as? StoreFailure { true } else { false } }
    }
    let script = try Script()
    _ = try JournalStorage(place.path, .creating, holding: script.states[1])
    do {
      let keeper = try JournalStorage(link, .writing, policy: Script.policy)
      #expect {
        _ = try JournalStorage(place.path, .writing)
      } throws: { "\($0)".contains("open in another program") }
      for number in 1..<script.changes.count {
        try keeper.commit(script.changes[number], after: script.states[number])
      }
    }
    #expect(
      try names(place) == [
        "ledger.folio", "ledger.folio-link", "ledger.folio.1", "ledger.folio.2",
        "ledger.folio.lock",
      ])
    #expect(try files.destinationOfSymbolicLink(atPath: link) == "ledger.folio")
    let states = script.states
    #expect(
      try JournalStorage(place.path, .reading).contents().isSame(as: states[states.count - 1]))
  }

  @Test("a store with a second hard link has one writer, and is not rewritten")
  func hardLink() throws {
    let place = try StorePlace(.file)
    let script = try Script()
    let keeper = try JournalStorage(
      place.path, .creating, holding: script.states[1], policy: Script.policy)
    let other = place.path + ".copy"
    try files.linkItem(atPath: place.path, toPath: other)
    #expect {
      _ = try JournalStorage(other, .writing)
    } throws: { "\($0)".contains("open in another program") }
    #expect { try keeper.compact() } throws: { "\($0)".contains("hard link") }
    for number in 1..<script.changes.count {
      try keeper.commit(script.changes[number], after: script.states[number])
    }
    let both = [place.path, other].map { files.contents(atPath: $0) }
    #expect(both[0] == both[1] && !files.fileExists(atPath: place.path + ".1"))
    try files.removeItem(atPath: other)
    try keeper.compact()
    #expect(files.fileExists(atPath: place.path + ".1"))
  }

  @Test("a file that has the store's name by now is not replaced")
  func anotherFile() throws {
    let place = try StorePlace(.file)
    let keeper = try JournalStorage(place.path, .creating)
    try files.moveItem(atPath: place.path, toPath: place.path + "-moved")
    try Data("mine".utf8).write(to: URL(filePath: place.path))
    #expect { try keeper.compact() } throws: { "\($0)".contains("another file") }
    #expect(files.contents(atPath: place.path) == Data("mine".utf8))
  }

  @Test("planted links and leftovers are not followed, not used, and not in the way")
  func planted() throws {
    let place = try StorePlace(.file)
    let victim = place.path + "-victim"
    try Data("precious".utf8).write(to: URL(filePath: victim))
    try files.createSymbolicLink(atPath: place.path + ".partial", withDestinationPath: victim)
    let leftover = place.path + ".0123456789abcdef.partial"
    #expect(
      files.createFile(atPath: leftover, contents: nil, attributes: [.posixPermissions: 0o666]))
    let planted = place.path + ".0123456789abcdee.partial"
    try files.createSymbolicLink(atPath: planted, withDestinationPath: victim)
    let script = try Script()
    let keeper = try JournalStorage(
      place.path, .creating, holding: script.states[1], policy: Script.policy)
    try keeper.compact()
    let memory = AtomicFile(place.path + ".sync")
    try files.createSymbolicLink(atPath: memory.path + ".partial", withDestinationPath: victim)
    try memory.replace(with: [1, 2])
    #expect(try memory.read() == [1, 2])
    #expect(files.contents(atPath: victim) == Data("precious".utf8))
    #expect(!files.fileExists(atPath: leftover), "what a writer left that has ended")
    #expect(try files.destinationOfSymbolicLink(atPath: planted) == victim)
    for path in [place.path, memory.path] { #expect(try mode(path) == 0o600) }
  }

  @Test("a name that is always taken ends in a failure, and not in a wait")
  func takenNames() throws {
    /// Says the same word each time.
    let calls = SimulatedFiles()
    calls.repeatsToken = true
    calls.plant(.pipe, at: "ledger.folio.0000000000000001.partial")
    #expect(throws: StoreFailure.self) {
      _ = try JournalStorage("ledger.folio", .creating, calls: calls)
    }
    #expect(throws: StoreFailure.self) { try AtomicFile("ledger.folio", calls).replace(with: [1]) }
  }

  @Test(
    "a file keeps its permissions when it is rewritten", arguments: [0o600, 0o664, 0o640, 0o644])
  func permissions(mode wanted: Int) throws {
    let place = try StorePlace(.file)
    let keeper = try JournalStorage(place.path, .creating)
    let memory = AtomicFile(place.path + ".sync")
    try memory.replace(with: [1])
    for path in [place.path, memory.path] {
      try files.setAttributes([.posixPermissions: wanted], ofItemAtPath: path)
    }
    if geteuid() == 0 { #expect(chown(place.path, 0, 1_000) == 0) }
    try keeper.compact()
    try memory.replace(with: [2])
    for path in [place.path, memory.path] { #expect(try mode(path) == wanted) }
    if geteuid() == 0 {
      let group = try files.attributesOfItem(atPath: place.path)[.groupOwnerAccountID] as? NSNumber
      #expect(group?.intValue == 1_000)
    }
  }

  @Test("the lock has the permissions of its store")
  func lockPermissions() throws {
    let place = try StorePlace(.file)
    _ = try JournalStorage(place.path, .creating)
    for wanted in [0o664, 0o600] {
      try files.setAttributes([.posixPermissions: wanted], ofItemAtPath: place.path)
      _ = try JournalStorage(place.path, .writing)
      #expect(try mode(place.path + ".lock") == wanted)
    }
  }
}

extension StoreAccess {
  static let all: [Self] = [.reading, .salvaging, .writing, .creating]
}
