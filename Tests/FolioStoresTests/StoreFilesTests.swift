import FolioSQLite
import FolioStores
import Foundation
import Testing

/// The files that no output may overwrite.
@Suite("The files of a store")
struct StoreFilesTests {
  private func names(_ address: String) throws -> Set<String> {
    let files = try #require(StoreAddress(address, kinds: StoreKind.builtIn + [.sqlite])).files
    return Set(files.map { URL(filePath: $0).lastPathComponent })
  }

  @Test("are the file, its lock, its older versions and what is being written")
  func journal() throws {
    let place = try StorePlace(.file)
    for name in ["4", "0123456789abcdef.partial", "sync-12345678", "sync-12345678.lock", "bak"] {
      #expect(FileManager.default.createFile(atPath: "\(place.path).\(name)", contents: nil))
    }
    let expected = [
      "", ".lock", ".cache", ".1", ".2", ".3", ".4", ".0123456789abcdef.partial", ".sync-12345678",
      ".sync-12345678.lock",
    ]
    #expect(try names("file:\(place.path)") == Set(expected.map { "ledger.folio\($0)" }))
  }

  @Test("are also those of the file to which a link leads")
  func link() throws {
    let place = try StorePlace(.file)
    let link = "\(place.path)-link"
    #expect(FileManager.default.createFile(atPath: place.path, contents: nil))
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "ledger.folio")
    let names = try names("file:\(link)")
    #expect(names.isSuperset(of: ["ledger.folio", "ledger.folio.lock", "ledger.folio-link"]))
  }

  @Test("are those that SQLite makes beside a database")
  func database() throws {
    #expect(
      try names("sqlite:books.db")
        == ["books.db", "books.db-wal", "books.db-shm", "books.db-journal"])
    #expect(try names("memory:books").isEmpty)
  }

  @Test("a store that is missing, or there already, is named by its whole address")
  func address() throws {
    let place = try StorePlace(.file)
    let text = "file:\(place.path)"
    let address = try #require(StoreAddress(text))
    let missing = #expect(throws: StoreFailure.self) { _ = try address.open(.reading) }
    #expect(missing?.problem == "there is no store '\(text)'")
    _ = try place.make()
    let existing = #expect(throws: StoreFailure.self) { _ = try address.open(.creating) }
    #expect(existing?.problem == "there is something already at '\(text)'")
  }

  #if !(canImport(SQLite3) || SQLite)
  @Test("a build without SQLite cannot open its databases, however often one tries")
  func withoutSQLite() throws {
    #expect {
      _ = try RecordStore.sqlite("books.db")
    } throws: { if case .unsupported? = $0 as? StoreFailure { true } else { false } }
  }
  #endif
}
