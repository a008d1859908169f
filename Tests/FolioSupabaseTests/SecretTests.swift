import FolioStores
import Testing

@testable import FolioSupabase

@Suite("Secrets of Supabase")
struct SecretTests {
  private func texts(of value: some Any) -> String {
    var dumped = ""
    dump(value, to: &dumped)
    return "\(value) \(String(reflecting: value)) \(dumped) \([value])"
  }

  @Test("no text of a session, a request, an answer or a project has a token, a key or a body")
  func texts() throws {
    let scripted = try Scripted()
    var request = HTTPRequest("POST", "https://host/?secret", body: Array("secret".utf8))
    request.headers = [("Authorization", "Bearer secret")]
    let values: [Any] = [
      AuthSession.ofTests(), request, HTTPResponse(status: 200, body: Array("secret".utf8)),
      scripted.project, scripted.project.auth, scripted.project.address, scripted.project.kind,
      InMemorySessionKeeper(.ofTests()),
      IdentityToken(provider: .google, token: "secret", nonce: "secret", accessToken: "secret"),
    ]
    for value in values {
      let text = texts(of: value)
      for secret in ["access-old", "refresh-old", "secret", "sb_publishable_key"] {
        #expect(!text.contains(secret), "\(type(of: value)): \(text)")
      }
    }
  }

  @Test("no failure has what was sent or answered")
  func failures() async throws {
    let bodies = [
      #"{"code": "invalid_credentials", "message": "hush access-old refresh-old"}"#,
      #"{"code": "hush access-old", "message": "x"}"#, "hush access-old refresh-old",
      #"{"msg": "hush", "error_code": "validation_failed"}"#,
    ]
    for body in bodies {
      for status in [400, 401, 403, 422, 429, 500] {
        let scripted = try Scripted()
        scripted.http.answer(status, body)
        do {
          try await scripted.project.auth.signIn(AuthCredentials(account: "ann", secret: "hush"))
          Issue.record("signed in")
        } catch {
          let text = texts(of: error)
          #expect(!text.contains("hush") && !text.contains("access-old"), "\(text)")
        }
      }
    }
  }
}
