import FolioStores
import Testing

@testable import FolioPostgres

@Suite("Addresses of PostgreSQL servers")
struct PostgresAddressTests {
  @Test("libpq gets everything but the user of the ledger")
  func uris() {
    let address = PostgresAddress("//me:secret@one,two:6432/books?sslmode=require&folio_user=a%20b")
    #expect(address.uri == "postgresql://me:secret@one,two:6432/books?sslmode=require")
    #expect(address.user == "a b")
    let plain = PostgresAddress("///books")
    #expect((plain.uri, plain.user) == ("postgresql:///books", nil))
    let only = PostgresAddress("//host/books?folio_user=u1")
    #expect((only.uri, only.user) == ("postgresql://host/books", "u1"))
    #expect(PostgresAddress("//host/books?folio_user=").user == nil)
    #expect(PostgresAddress("//host/books?folio_user=%zz").user == nil)
    #expect(PostgresAddress("//host/books?folio_user=a%00b").user == nil)
  }

  @Test(
    "passwords are never shown",
    arguments: [
      "//me:secret@host/books", "//me:sec/ret@host/books", "//me:s@cret@host/books?folio_user=u",
      "//host/books?password=secret", "//me@host/books?user=x&password=secret#",
    ])
  func secrets(_ path: String) throws {
    for kind in [StoreKind.postgres, .postgresql] {
      let address = try #require(StoreAddress("\(kind.name):\(path)", kinds: [kind]))
      #expect(address.shown == "\(kind.name)://host/books")
      #expect(address.text == "\(kind.name):\(path)")
      for secret in ["secret", "sec/ret", "s@cret"] {
        #expect(!PostgresAddress.identity(path).contains(secret))
      }
    }
  }

  @Test("users and logins are different stores, and passwords are not")
  func identities() {
    let identity = PostgresAddress.identity
    #expect(
      identity("//me:a@host/books?folio_user=u") == identity("//me:b@host/books?folio_user=u"))
    #expect(identity("//me@host/books?folio_user=u") != identity("//me@host/books?folio_user=v"))
    #expect(identity("//me@host/books") != identity("//you@host/books"))
    #expect(identity("//host/books") != identity("//host/other"))
  }

  #if !Postgres
  @Test("without the trait, opening says how to get it")
  func withoutTrait() throws {
    let address = try #require(
      StoreAddress("postgres://me:secret@host/books", kinds: [.postgres]))
    let failure = #expect(throws: StoreFailure.self) { try address.store() }
    let text = try #require(failure).description
    #expect(text.contains("--traits Postgres"))
    #expect(!text.contains("secret"))
  }
  #endif
}
