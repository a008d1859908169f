import Testing

@testable import FolioSupabase

@Suite("Addresses and keys of Supabase projects")
struct ProjectAddressTests {
  @Test(
    "valid addresses",
    arguments: [
      ("https://abc.supabase.co", "https://abc.supabase.co", nil),
      ("https://ABC.supabase.co/", "https://abc.supabase.co", nil),
      ("https://host:8443/base/", "https://host:8443/base", nil),
      ("http://127.0.0.1:54321", "http://127.0.0.1:54321", nil),
      ("http://localhost", "http://localhost", nil),
      ("http://[::1]:3000", "http://[::1]:3000", nil),
      ("https://host?folio_user=a%2Fb", "https://host", "a/b"),
    ])
  func valid(_ text: String, _ base: String, _ user: String?) throws {
    let address = try ProjectAddress(text)
    #expect(address.base == base)
    #expect(address.user == user)
    #expect(try ProjectAddress(address.text) == address)
  }

  @Test(
    "refused addresses",
    arguments: [
      "abc.supabase.co", "http://abc.supabase.co", "https://", "https:///path",
      "https://me:secret@host", "https://host?key=1", "https://host?folio_user=", "ftp://host",
      "https://host#part", "https://host?folio_user=a&x=1", "https://ho st",
      "https://host?folio_user=%",
      "http://127.0.0.1.example.com", "http://localhost.example.com",
    ])
  func refused(_ text: String) {
    #expect(throws: ProjectAddress.Problem.self) { try ProjectAddress(text) }
  }

  @Test("secret keys are refused, and no description shows a key")
  func keys() throws {
    let key = try ProjectKey("sb_publishable_abc")
    #expect("\(key) \(String(reflecting: key))".contains("abc") == false)
    var text = ""
    dump(key, to: &text)
    #expect(!text.contains("abc"))
    // The middle parts are {"role":"anon"} and {"role":"service_role"}.
    _ = try ProjectKey("e30.eyJyb2xlIjoiYW5vbiJ9.c2ln")
    for secret in ["sb_secret_abc", "e30.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.c2ln", "", "a b"] {
      #expect(throws: ProjectKey.Problem.self) { try ProjectKey(secret) }
    }
  }
}
