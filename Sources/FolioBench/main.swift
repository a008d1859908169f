import Foundation

let answer = Program.run(Array(CommandLine.arguments.dropFirst()))
FileHandle.standardOutput.write(Data(answer.output.utf8))
FileHandle.standardError.write(Data(answer.complaint.utf8))
exit(answer.status)
