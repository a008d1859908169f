/// Why the account service did not do what was asked. The texts contain no password and no token.
package enum AccountFault: Error, Sendable {
  /// Nobody is signed in, or the server has ended the session. The text says why.
  case signedOut(String)
  /// The service refuses: a wrong password, a used code, an account that exists.
  case refused(String)
  /// The service does not answer, or asks to wait. The call can be repeated, and no session ends.
  case unavailable(String)
  /// The network or the server cannot be reached.
  case unreachable(HTTPFault)
  /// The session cannot be kept or read.
  case keeping(StoreFailure)
  /// The task was cancelled.
  case cancelled

  /// The failure of a sign-in.
  package var authFailure: AuthFailure {
    switch self {
    case .signedOut(let reason): .signedOut(reason)
    case .refused(let reason): .refused(reason)
    case .unavailable(let reason): .unavailable(reason)
    case .unreachable(let fault): .unavailable("the account service cannot be reached: \(fault)")
    case .keeping(let failure): .unavailable("the session cannot be kept: \(failure.problem)")
    case .cancelled: .cancelled
    }
  }
}
