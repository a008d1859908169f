extension Flag {
  /// The flags of the commands for accounts.
  static let accounts: [Flag] = [
    Flag(
      "email", .text("ADDRESS", \.email), .account, [.signIn], "e-mail address of the account",
      example: "me@example.org"),
    Flag(
      "sign-up", .none(\.signsUp), .account, [.signIn], "create the account",
      details: "After --anonymous, the user gets it, and keeps the ledger."),
    Flag(
      "anonymous", .none(\.isAnonymous), .account, [.signIn], "sign in without an account",
      details: "Only this device has the session. --sign-up can follow."),
    Flag(
      "everywhere", .none(\.everywhere), .account, [.signOut],
      "end the sessions of all devices"),
  ]
}
