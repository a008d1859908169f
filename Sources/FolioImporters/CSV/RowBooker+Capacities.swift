// How the law taxes the accounts of a file.
extension RowBooker {
  /// Sets the tax capacity of an account that a row names.
  mutating func noteCapacity(_ row: TableRow, _ account: String) {
    if bound.table.capacities.isEmpty || capacitiesSeen.contains(account) { return }
    var row = row
    let found = bound.table.capacities.first { row.meets($0.conditions) }
    guard let capacity = found?.capacity else { return }
    capacitiesSeen.insert(account)
    if capacity == .taxable { return }
    draft.set { $0.taxCapacities.append(.init(account, capacity)) }
  }
}
