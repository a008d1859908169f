/// Standard input, standard output and standard error, as the caller left them.
enum StandardDescriptors {
  /// Opens those that the caller has closed. Else the next file that is opened, such as a store,
  /// would take their number, and what is said would be written into it. Reading and writing them
  /// still fails.
  static func open() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      let access = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // The lowest number that is free is this one.
      _ = systemOpen(access)
    }
  }

  /// From now on nothing is written to standard error.
  static func silenceErrors() {
    let null = systemOpen(O_WRONLY | O_CLOEXEC)
    if null >= 0 { _ = dup2(null, STDERR_FILENO) }
  }
}

private func systemOpen(_ access: Int32) -> Int32 { unsafe open("/dev/null", access) }
