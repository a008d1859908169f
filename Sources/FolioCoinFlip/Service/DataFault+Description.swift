extension CoinFlip.DataFault: CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String {
    switch self {
    case .notFound: "there is no such row; load the rows again"
    case .conflict:
      "a row with this id, or of this coin, is there already; change it, or use another id"
    case .refused(let refusal): refusal.description
    case .invalid:
      "a number of the row is below zero or has no room in its column, or a text is empty; "
        + "correct it"
    case .unauthorized:
      "the row would belong to somebody else than the user who is signed in; sign in as that user"
    case .corrupt(let reason): "what is stored can't be read: \(reason); restore a copy of it"
    case .unavailable(let reason):
      "the store can't be reached, or can't write: \(reason); try again later"
    }
  }
}

extension CoinFlip.Refusal: CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String {
    switch self {
    case .badQuantity: "this is no quantity: it must be above zero, with at most 8 decimals"
    case .badPrice: "this is no price: it must not be below zero, and has at most 8 decimals"
    case .incomplete: "the order lacks a name: it needs an id, and its coin an id, symbol and name"
    case .notEnoughCash(let needed, let available):
      "it costs \(needed.normalized()) dollars, and there are \(available.normalized()); buy less"
    case .notEnoughUnits(let wanted, let held):
      "\(wanted.normalized()) coins are to be sold, and \(held.normalized()) are held; sell less"
    case .outOfBounds: "the result has more than 12 digits before the point; use smaller numbers"
    case .notFound: "there is no such portfolio; choose another one"
    }
  }
}
