extension Command {
  /// The commands for accounts on a server.
  static let accounts: [Command] = [login, whoami, logout]

  private static let server = Operand(
    placeholder: "SERVER", meaning: "the address of a Supabase project, such as https://…")

  static let login = Command(
    name: "login", scopes: [.signIn], operand: server, words: .none,
    summary: "sign in to a Supabase project",
    description: """
      Asks for the password on the terminal, or reads it from standard input. The session is kept \
      in a file that only you can read. FOLIO_SUPABASE_KEY is the publishable key of the project; \
      it is kept, too. After that, the address of the project is a store.
      """,
    examples: [
      Example("Sign in", "folio login https://PROJECT.supabase.co --email me@example.org"),
      Example("Sign in without an account", "folio login https://PROJECT.supabase.co --anonymous"),
    ]
  ) { try $0.login($1) }

  static let whoami = Command(
    name: "whoami", scopes: [.about], operand: server, words: .none,
    summary: "show who is signed in to a Supabase project",
    description: "Needs no network. Nobody is signed in: status 1.",
    examples: [Example("Before a sync", "folio whoami https://PROJECT.supabase.co")]
  ) { try $0.whoami($1) }

  static let logout = Command(
    name: "logout", scopes: [.signOut], operand: server, words: .none,
    summary: "sign out of a Supabase project",
    description: "Ends the session of this device, also without a network. Stores stay.",
    examples: [
      Example("On all devices", "folio logout https://PROJECT.supabase.co --everywhere")
    ]
  ) { try $0.logout($1) }
}
