import FolioStores
import Testing

@Suite("an app without accounts")
struct AuthTests {
  private let auth: any AuthService = LocalAuthService()

  @Test("has no user, refuses to sign one in, and says why")
  func refuses() async throws {
    #expect(await auth.currentUser == nil)
    let credentials = AuthCredentials(account: "ann", secret: "hush")
    await #expect(throws: AuthFailure.noAccounts) { try await auth.signIn(credentials) }
    #expect(await auth.currentUser == nil)
    try await auth.signOut()
    #expect(AuthFailure.noAccounts.description.contains("nobody can sign in"))
  }

  @Test("no text that is printed has the secret")
  func secrets() {
    let credentials = AuthCredentials(account: "ann", secret: "hush")
    var dumped = ""
    dump(credentials, to: &dumped)
    let texts = ["\(credentials)", String(reflecting: credentials), dumped, "\([credentials])"]
    for text in texts { #expect(text.contains("ann") && !text.contains("hush")) }
  }
}
