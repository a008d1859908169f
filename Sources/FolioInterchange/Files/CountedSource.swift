import FolioDiagnostics

/// Tells how many bytes of a source were read.
struct CountedSource: ByteSource {
  private var source: any ByteSource
  private let total: Int?
  private let report: WorkProgress.Receiver?
  private var done = 0

  init(_ source: any ByteSource, size: Int?, _ report: WorkProgress.Receiver?) {
    self.source = source
    total = size
    self.report = report
  }

  mutating func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceFailure) -> Int {
    let count = unsafe try source.read(into: buffer)
    done += count
    // A file may have grown since it was opened.
    report?(WorkProgress(.bytes, done: done, of: total.map { max($0, done) }))
    return count
  }
}
