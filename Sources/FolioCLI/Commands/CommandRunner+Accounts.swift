// The commands for accounts on a server.
extension CommandRunner {
  /// Signs in, and keeps the session and the key.
  func login(_ invocation: Invocation) throws {
    let options = invocation.options
    let saved = try SavedProject(invocation.operand ?? "")
    let holder = try saved.project().holder
    try saved.saveKey()
    if options.isAnonymous {
      if options.email != nil || options.signsUp {
        throw CommandFailure.usage("--anonymous is without an account. Leave out the other flags.")
      }
      let session = try asked(saved) { () throws(AccountFault) in
        try holder.signInAnonymously(HTTPCancellation())
      }
      return say("signed in as the new user \(session.userID), without an account", invocation)
    }
    guard let email = options.email else {
      throw CommandFailure.usage("'login' needs --email ADDRESS, or --anonymous.")
    }
    let secret = try environment.readSecret("Password for \(email): ")
    let credentials = AuthCredentials(account: email, secret: secret)
    let session = try asked(saved) { () throws(AccountFault) in
      options.signsUp
        ? try holder.signUp(credentials, HTTPCancellation())
        : try holder.signIn(credentials, HTTPCancellation())
    }
    guard let session else {
      return say("an e-mail asks you to confirm the address; sign in after that", invocation)
    }
    say("signed in as \(session.account), user \(session.userID)", invocation)
  }

  /// Prints who is signed in.
  func whoami(_ invocation: Invocation) throws {
    let saved = try SavedProject(invocation.operand ?? "")
    guard let session = try FileSessionKeeper(saved.sessionPath).load() else {
      throw CommandFailure.ended(
        ExitStatus.faults,
        "nobody is signed in; 'folio login \(saved.address.base)' signs in")
    }
    let account = session.isAnonymous ? "without an account" : session.account
    try show("\(session.userID)  \(account)\n")
  }

  /// Ends the session.
  func logout(_ invocation: Invocation) throws {
    let saved = try SavedProject(invocation.operand ?? "")
    guard try FileSessionKeeper(saved.sessionPath).load() != nil else {
      return say("nobody is signed in", invocation)
    }
    let holder = try saved.project().holder
    try asked(saved) { () throws(AccountFault) in
      try holder.signOut(
        invocation.options.everywhere ? SignOutScope.global : .local, HTTPCancellation())
    }
    say("signed out", invocation)
  }

  private func asked<Value>(
    _ saved: SavedProject, _ request: () throws(AccountFault) -> Value
  ) throws -> Value {
    do throws(AccountFault) { return try request() } catch {
      let status = if case .refused = error { ExitStatus.faults } else { ExitStatus.file }
      throw CommandFailure.ended(status, "\(saved.address.base): \(error.authFailure)")
    }
  }
}
