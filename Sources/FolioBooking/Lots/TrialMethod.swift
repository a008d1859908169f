/// The method by which one group of a ledger is booked on trial: a trade that has not happened.
/// Groups after it are booked by their own method.
package struct TrialMethod: Sendable, Hashable {
  package var group: GroupIndex
  package var method: CostBasisMethod

  package init(_ group: GroupIndex, _ method: CostBasisMethod) {
    (self.group, self.method) = (group, method)
  }
}
