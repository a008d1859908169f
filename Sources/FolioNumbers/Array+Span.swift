// `Array.span` and `Array.mutableSpan` need macOS 26 and iOS 26. These methods are equivalents for
// the deployment targets of the package.

extension Array {
  /// Calls `body` with a span of the elements.
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      try body(unsafe buffer.span)
    }
  }

  /// Calls `body` with a mutable span of the elements.
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

extension String {
  /// Calls `body` with a span of the UTF-8 bytes.
  @inlinable @inline(__always)
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    return text.withUTF8 { unsafe body($0.span) }
  }
}

extension ArraySlice {
  /// Calls `body` with a span of the elements, which begins at 0.
  @inlinable @inline(__always)
  package func withSpan<Result, Failure: Error>(
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      try body(unsafe buffer.span)
    }
  }
}

extension Array where Element == UInt8 {
  /// Appends the bytes of a span, all at once.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
