/// The place of each leg after nested and flat legs of the same groups are joined: a stable
/// counting sort by group.
struct JoinPlan {
  /// The legs of each group in the joined table.
  let ranges: [Range<Int>]
  /// The new index of each nested leg, then of each flat one; `missing` for a leg without a group.
  private let targets: [UInt32]

  /// - Parameters:
  ///   - nested: the nested legs of each group.
  ///   - nestedLegs: the number of nested legs.
  ///   - owners: the group of each flat leg, or `missing`.
  init(nested: [Range<Int>], nestedLegs: Int, owners: [GroupIndex]) {
    var counts = nested.map(\.count)
    for owner in owners where owner != .missing { counts[Int(owner)] += 1 }
    var end = 0
    ranges = counts.map { count in
      end += count
      return end - count..<end
    }
    var next = ranges.map(\.lowerBound)
    var targets = Array(repeating: UInt32.missing, count: nestedLegs + owners.count)
    func place(_ source: Int, in group: Int) {
      targets[source] = UInt32(truncatingIfNeeded: next[group])
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

  /// The legs in their new order.
  func merge<Leg>(_ nested: [Leg], _ flat: [Leg]) -> [Leg] {
    var sources = Array(repeating: 0, count: ranges.last?.upperBound ?? 0)
    for (source, target) in targets.enumerated() where target != .missing {
      sources[Int(target)] = source
    }
    return sources.map { $0 < nested.count ? nested[$0] : flat[$0 - nested.count] }
  }

  /// The new index of a leg. The old indices of flat legs follow those of the nested ones.
  func target(of source: Int) -> UInt32 {
    targets.indices.contains(source) ? targets[source] : .missing
  }
}
