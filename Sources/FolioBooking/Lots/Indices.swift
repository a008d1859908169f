/// The index of a position in a `PositionTable`.
typealias PositionIndex = TableIndex<Position>

/// The slot of a lot in a `LotArena`. Another lot may get it later; a lot's number is its own.
typealias LotSlot = TableIndex<Lot>
