extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second part of the collection, or the end: a
  /// binary search.
  /// - Parameter belongsInSecondPart: is false for the first elements and true for all others.
  @inlinable package func partitioningIndex(
    where belongsInSecondPart: (Element) -> Bool
  ) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
