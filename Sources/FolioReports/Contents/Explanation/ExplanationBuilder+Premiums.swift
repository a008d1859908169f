extension ExplanationBuilder {
  /// Whether options of a group give their premium to its trade. A group of several trades has
  /// none, so that a group of many is not searched once for each.
  func givesPremium(_ group: GroupRecord) -> Bool {
    var trades = 0
    for index in group.stockLegs {
      let type = tables.stockLegs[index].type
      if type.givesPremium { return true }
      if type.isTrade { trades += 1 }
      if trades > 1 { return false }
    }
    return false
  }
}
