import Foundation

/// Runs of this program in processes of their own: one that crashes ends alone, and none starts
/// with the memory of another.
package enum OwnProcess {
  /// How a process ended, and what it wrote.
  package enum Ending {
    case ended(status: Int32, output: Data)
    /// It took longer than it may, and was ended.
    case hung
    /// Programs may not start others here.
    case notAllowed
  }

  /// Runs this program with other words.
  /// - Parameter patience: how many seconds it may take. Its output then has to fit in the buffer
  ///   of a pipe, because it is read at the end.
  package static func run(_ words: [String], patience: Int? = nil) throws -> Ending {
    #if os(macOS) || os(Linux)
    guard let path = Bundle.main.executablePath else { return .notAllowed }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    if let patience {
      let deadline = Date().addingTimeInterval(Double(patience))
      while process.isRunning, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
      if process.isRunning {
        process.terminate()
        return .hung
      }
    }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return .ended(status: process.terminationStatus, output: output)
    #else
    return .notAllowed
    #endif
  }
}
