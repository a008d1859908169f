// `Array.span` and `Array.mutableSpan` need macOS 26 and iOS 26. These do the same on the systems
// that the package declares.

extension Array {
  /// Calls a function with a view of the elements.
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      try body(unsafe buffer.span)
    }
  }

  /// Calls a function with a view of the elements that can change them.
  @inlinable @inline(__always)
  package mutating func withMutableSpan<Result, Failure: Error>(
    _ body: (inout MutableSpan<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutableBufferPointer { (buffer) throws(Failure) -> Result in
      var span = unsafe buffer.mutableSpan
      return try body(&span)
    }
  }
}
