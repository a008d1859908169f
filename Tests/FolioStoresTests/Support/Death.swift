/// What is left of a disk after the program or the machine has died.
enum Death: CaseIterable {
  /// The program is killed: everything that was written is there.
  case program
  /// The power is cut, and only what was synced is there.
  case power
  /// The power is cut, and half of what was not synced is there.
  case powerHalfway
  /// The power is cut; files have the length that they were to have, and zeros for bytes.
  case powerWithZeros
  /// The power is cut; the first half of what was not synced is zeros and the rest is there.
  case powerOutOfOrder
  /// The power is cut; of what was not synced the first block of the disk is zeros.
  case powerWithoutFirstBlock
  /// The power is cut; of what was not synced every second block of the disk is zeros.
  case powerWithoutSecondBlocks

  func remains(of moment: SimulatedFiles.Moment) -> [String: [UInt8]] {
    switch self {
    case .program: return moment.seen.mapValues { $0.bytes }
    case .power: return moment.durable.mapValues { $0.durable }
    case .powerHalfway:
      return moment.durable.mapValues { file in
        let rest = file.bytes.dropFirst(file.durable.count)
        return file.durable + rest.prefix(rest.count / 2)
      }
    case .powerWithZeros:
      return moment.seen.mapValues { file in
        file.durable + file.bytes.dropFirst(file.durable.count).map { _ in 0 }
      }
    case .powerOutOfOrder:
      return moment.seen.mapValues { file in
        let rest = Array(file.bytes.dropFirst(file.durable.count))
        return file.durable + rest.prefix(rest.count / 2).map { _ in 0 }
          + rest.dropFirst(rest.count / 2)
      }
    case .powerWithoutFirstBlock:
      return moment.seen.mapValues { file in
        Self.without(file) { $0 == file.durable.count / 512 }
      }
    case .powerWithoutSecondBlocks:
      return moment.seen.mapValues { file in
        Self.without(file) { $0 % 2 == file.durable.count / 512 % 2 ^ 1 }
      }
    }
  }

  /// What is left where some blocks of 512 bytes were lost.
  private static func without(
    _ file: (bytes: [UInt8], durable: [UInt8]), _ isLost: (_ block: Int) -> Bool
  ) -> [UInt8] {
    file.bytes.indices.map { index in
      index >= file.durable.count && isLost(index / 512) ? 0 : file.bytes[index]
    }
  }
}
