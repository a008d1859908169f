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
      "", ".lock", ".1", ".2", ".3", ".4", ".0123456789abcdef.partial", ".sync-12345678",
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
}
