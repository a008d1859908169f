// Changes of the method in an explanation.
extension ExplanationBuilder {
  /// Describes how a change of the method moves a lot into a pool, or out of one.
  func methodText(_ event: LotEvent) -> [String] {
    let (before, after) = (event.before, event.after)
    let name = event.isShort ? "proceeds" : "cost"
    if event.isPool {
      return after.quantity.isZero
        ? ["From here the method is another one: each lot takes its share of the pool by units."]
        : ["From here the method is average: the pool takes in the \(name) of all open lots."]
    }
    if before.quantity.isZero {
      return [
        "\(units(after.quantity)) \(symbol(event)) come out of the pool, with their share of its "
          + "\(name): \(cost(after, event))."
      ]
    }
    if after.quantity.isZero {
      return [
        "From here the method is average. The \(units(before.quantity)) units go into the pool "
          + "with their \(name), \(cost(before, event))."
      ]
    }
    return [
      "Of the two costs of a gift, a pool takes the lower: "
        + "\(difference(event, after.change(to: before).cost))."
    ]
  }
}
