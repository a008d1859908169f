import Folio

extension CoinFlip.DataFault: CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String {
    switch self {
    case .notFound: "there is no such row"
    case .conflict: "a row with this id, or of this coin, is there already"
    case .refused(let refusal): refusal.description
    case .invalid:
      "a number of the row is below zero or has no room in its column, or a text is empty"
    case .unauthorized: "the row would belong to somebody else than the user who is signed in"
    case .corrupt(let reason): "what is stored can't be read: \(reason)"
    case .unavailable(let reason): "the store can't be reached, or can't write: \(reason)"
    }
  }
}

extension CoinFlip.Refusal: CustomStringConvertible {
  /// A sentence to show to the user.
  public var description: String {
    switch self {
    case .badQuantity: "the quantity must be above zero, with at most 8 decimals"
    case .badPrice: "the price must not be below zero, and has at most 8 decimals"
    case .incomplete: "the order needs an id, and its coin an id, a symbol and a name"
    case .notEnoughCash(let needed, let available):
      "it costs \(needed.normalized()) dollars, and there are \(available.normalized())"
    case .notEnoughUnits(let wanted, let held):
      "\(wanted.normalized()) coins are to be sold, and \(held.normalized()) are held"
    case .outOfBounds: "the result has more than 12 digits before the point"
    case .notFound: "there is no such portfolio"
    }
  }
}
