import FolioSQLite
import FolioStores
import Testing

@Suite("what the books are kept in")
struct DetectorTests {
  private func choice(
    _ environment: [String: String], defaultStore: String? = nil, files: [String: String] = [:]
  ) throws(BackendFault) -> BackendChoice {
    let configuration = try BackendConfiguration(environment: environment) {
      files[$0].map { Array($0.utf8) }
    }
    return try BackendDetector(
      configuration, defaultStore: defaultStore.flatMap { StoreAddress($0) },
      kinds: StoreKind.builtIn + [.sqlite]
    ).choice()
  }

  @Test(
    "each mode is told by its address, with who said so",
    arguments: [
      ("file:ledger.folio", StoreKind.file, "store: file ledger.folio (FOLIO_STORE)"),
      ("sqlite:a b/l.db", .sqlite, "store: sqlite a b/l.db (FOLIO_STORE)"),
      ("memory:", .memory, "store: memory (FOLIO_STORE)"),
    ])
  func modes(address: String, mode: StoreKind, line: String) throws {
    let choice = try choice(["FOLIO_STORE": address], defaultStore: "file:usual.folio")
    #expect(choice.mode == mode && choice.line == line)
    #expect(choice.remote == nil)
  }

  @Test("the environment comes before the file of settings, and that before the usual place")
  func order() throws {
    let files = ["c.json": #"{"store": "file:c.folio", "remote": "sqlite:shared.db"}"#]
    let usual = "file:usual.folio"
    #expect(try choice([:], defaultStore: usual).line == "store: file usual.folio (default)")
    #expect(try choice(["FOLIO_STORE": ""], defaultStore: usual).store.source == .appDefault)
    let fromFile = try choice(["FOLIO_CONFIG": "c.json"], defaultStore: usual, files: files)
    #expect(
      fromFile.line == "store: file c.folio (c.json); synced with sqlite shared.db (c.json)")
    let both = try choice(
      ["FOLIO_CONFIG": "c.json", "FOLIO_STORE": "memory:"], defaultStore: usual, files: files)
    #expect(both.line == "store: memory (FOLIO_STORE); synced with sqlite shared.db (c.json)")
    #expect(throws: BackendFault.nothingConfigured) { try choice([:]) }
  }

  @Test(
    "a server is known, and refused without its secrets",
    arguments: [
      ("https://ann:secret@host.example/books?key=secret#secret", "https://host.example/books"),
      ("postgres://ann:se/cr@et@db:5432/books", "postgres://db:5432/books"),
      ("PostgreSQL://db/books", "postgresql://db/books"),
    ])
  func servers(text: String, shown: String) throws {
    for name in ["FOLIO_STORE", "FOLIO_REMOTE"] {
      let fault = BackendFault.notBuilt(shown, .variable(name))
      #expect(throws: fault) { try choice([name: text], defaultStore: "file:l.folio") }
      #expect(!fault.description.contains("secret") && fault.description.contains(shown))
      #expect(fault.description.contains("file:PATH"))
    }
    #expect(ServerAddress("file.json") == nil && ServerAddress("a b://c") == nil)
    #expect(ServerAddress("://c") == nil)
  }

  @Test("what can't be is refused")
  func refused() throws {
    #expect(throws: BackendFault.notAnAddress("l.folio", .variable("FOLIO_STORE"))) {
      try choice(["FOLIO_STORE": "l.folio"])
    }
    let empty = BackendFault.notAnAddress("file:", .variable("FOLIO_STORE"))
    #expect(throws: empty) { try choice(["FOLIO_STORE": "file:"]) }
    #expect(
      empty.description
        == "FOLIO_STORE: 'file:' names no file. Write its path as well, such as file:ledger.folio.")
    #expect(throws: BackendFault.sharedMemory(.variable("FOLIO_REMOTE"))) {
      try choice(["FOLIO_STORE": "memory:", "FOLIO_REMOTE": "memory:"])
    }
    #expect(throws: BackendFault.sameStore("file:l")) {
      try choice(["FOLIO_STORE": "file:l", "FOLIO_REMOTE": "file:l"])
    }
  }

  @Test(
    "a file of settings that is wrong is refused, with the reason",
    arguments: [
      ("{", "line"), ("[]", "the file is not a JSON object"),
      (#"{"stor": "file:l"}"#, "\"stor\" is not"),
      (#"{"store": 7}"#, "\"store\" is not an add"), (#"{"store": ""}"#, "\"store\" is not an add"),
    ])
  func wrongFiles(text: String, reason: String) throws {
    do {
      _ = try choice(["FOLIO_CONFIG": "c.json"], files: ["c.json": text])
      Issue.record("nothing was thrown")
    } catch {
      guard case .configuration("c.json", let words) = error else { throw error }
      #expect(text == "{" ? !words.isEmpty : words.contains(reason))
    }
    #expect(throws: BackendFault.self) { try choice(["FOLIO_CONFIG": "none.json"]) }
    let empty = ["c.json": #"{"store": null}"#]
    let environment = ["FOLIO_CONFIG": "c.json", "FOLIO_STORE": "memory:"]
    #expect(try choice(environment, files: empty).mode == .memory)
  }
}
