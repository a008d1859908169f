/// Standard input, standard output and standard error.
enum StandardDescriptors {
  /// Opens `/dev/null` for those that the caller has closed. Otherwise the next file to be opened,
  /// such as a store, would get their number, and messages would be written into it. The access
  /// mode is reversed, so that using them still fails.
  static func open() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
      let access = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      // `open` returns the lowest free number, which is this one.
      _ = systemOpen(access)
    }
  }

  /// Discards everything that is written to standard error from now on.
  static func silenceErrors() {
    let null = systemOpen(O_WRONLY | O_CLOEXEC)
    if null >= 0 { _ = dup2(null, STDERR_FILENO) }
  }
}

private func systemOpen(_ access: Int32) -> Int32 { unsafe open("/dev/null", access) }
