/// The members of a plain row of which only their text is kept: columns without a meaning, and
/// `user_id`, `created_at` and `updated_at`. In the order in which they stand.
struct KeptMembers {
  /// The first of their columns.
  static let first = ColumnBook.adopted.lowerBound

  /// Which columns there are.
  private var seen: UInt32 = 0
  private(set) var count: UInt32 = 0
  private var columns = SIMD8<UInt8>()
  /// Where values begin, counted from the row.
  private var places = SIMD8<UInt32>()

  /// Notes a member; false where the row has its column already.
  @inline(never)
  mutating func add(_ column: Int, _ value: Range<Int>, of row: Int) -> Bool {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: column)
    guard seen & bit == 0, let place = UInt32(exactly: value.lowerBound &- row) else {
      return false
    }
    seen |= bit
    columns[Int(count)] = UInt8(truncatingIfNeeded: column)
    places[Int(count)] = place
    count &+= 1
    return true
  }

  /// The column of a member, and where its value begins.
  func member(_ number: Int, of row: Int) -> (column: Int, place: Int) {
    (Int(columns[number]), row &+ Int(places[number]))
  }
}
