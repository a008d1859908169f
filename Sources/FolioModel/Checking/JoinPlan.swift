/// Where each leg goes when nested and flat legs of the same groups come together: a counting
/// sort by group, stable, so that legs keep the order of their rows.
struct JoinPlan {
  /// The legs of each group in the joined table.
  let ranges: [Range<UInt32>]
  /// The new number of each nested leg, then of each flat one; `missing` for one without a
  /// group.
  private let targets: [UInt32]

  /// - Parameters:
  ///   - nested: the legs that each group had inside of it.
  ///   - nestedLegs: how many nested legs there are.
  ///   - owners: the group of each flat leg, or `missing`.
  init(nested: [Range<Int>], nestedLegs: Int, owners: [GroupIndex]) {
    var counts = nested.map { UInt32($0.count) }
    for owner in owners where owner != .missing { counts[Int(owner)] += 1 }
    var end: UInt32 = 0
    ranges = counts.map { count in
      defer { end += count }
      return end..<end + count
    }
    var next = ranges.map(\.lowerBound)
    var targets = Array(repeating: UInt32.missing, count: nestedLegs + owners.count)
    func place(_ source: Int, in group: Int) {
      targets[source] = next[group]
      next[group] += 1
    }
    for (group, legs) in nested.enumerated() {
      for leg in legs { place(leg, in: group) }
    }
    for (flat, owner) in owners.enumerated() where owner != .missing {
      place(nestedLegs + flat, in: Int(owner))
    }
    self.targets = targets
  }

  /// The legs in their new places.
  func merge<Leg>(_ nested: [Leg], _ flat: [Leg]) -> [Leg] {
    var sources = Array(repeating: UInt32.missing, count: Int(ranges.last?.upperBound ?? 0))
    for (source, target) in targets.enumerated() where target != .missing {
      sources[Int(target)] = UInt32(source)
    }
    return sources.map {
      Int($0) < nested.count ? nested[Int($0)] : flat[Int($0) - nested.count]
    }
  }

  /// The new number of a leg, from its old one: flat legs count on after the nested ones.
  func target(of source: Int) -> UInt32 {
    targets.indices.contains(source) ? targets[source] : .missing
  }
}
