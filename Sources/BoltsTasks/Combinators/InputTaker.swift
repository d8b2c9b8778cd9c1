/// Takes the inputs of a bounded map from a sequence, one at a time.
///
/// The iterator need not be `Sendable`: the map admits one caller at a time, and its lock orders the callers.
final class InputTaker<Iterator: IteratorProtocol & SendableMetatype, Output: Sendable>: @unchecked Sendable
where Iterator.Element: Sendable {
    private let mapping: BoundedMap<Iterator.Element, Output>
    private var iterator: Iterator

    init(_ iterator: sending Iterator, _ mapping: BoundedMap<Iterator.Element, Output>) {
        self.iterator = iterator
        self.mapping = mapping
    }

    /// Takes inputs and starts the work on them while places are free and no other caller is taking.
    ///
    /// This loop also fills a place that becomes free meanwhile.
    func take() {
        while mapping.mayTake() {
            guard let input = iterator.next() else { return mapping.end() }
            guard let place = mapping.add() else { return }
            mapping.start(input, at: place) { self.take() }
        }
    }
}
