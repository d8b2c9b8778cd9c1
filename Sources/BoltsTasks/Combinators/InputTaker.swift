/// Takes the inputs of a bounded map from a sequence, one by one.
///
/// The iterator need not be `Sendable`: the map says who uses it, one caller at a time, and its lock orders them.
final class InputTaker<Iterator: IteratorProtocol & SendableMetatype, Output: Sendable>: @unchecked Sendable
where Iterator.Element: Sendable {
    private let mapping: BoundedMap<Iterator.Element, Output>
    private var iterator: Iterator

    init(_ iterator: sending Iterator, _ mapping: BoundedMap<Iterator.Element, Output>) {
        self.iterator = iterator
        self.mapping = mapping
    }

    /// Takes inputs and starts the work on them, while places are free and nobody else is taking.
    ///
    /// A place that becomes free meanwhile is filled by this loop.
    func take() {
        while mapping.mayTake() {
            guard let input = iterator.next() else { return mapping.end() }
            guard let place = mapping.add() else { return }
            mapping.start(input, at: place) { self.take() }
        }
    }
}
