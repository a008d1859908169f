extension Importer {
  /// Flex queries of Interactive Brokers as XML.
  static let ibkrFlex = Importer(
    name: "ibkr-flex", meaning: "a Flex query of Interactive Brokers, as XML",
    recognize: { source in
      switch XMLStart(source.bytes).root {
      case "FlexQueryResponse": .certain
      case "FlexStatementResponse": .certain
      default: .none
      }
    },
    read: { source, draft in
      var reader = FlexReader(draft)
      do throws(FieldFault) {
        try reader.read(source.bytes)
        reader.book()
        draft = reader.draft
      } catch {
        draft = reader.draft
        draft.report(error)
      }
    })
}
