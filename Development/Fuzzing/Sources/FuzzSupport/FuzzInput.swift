/// The fuzzer's input: a text, followed by a few bytes that choose the test.
///
/// These bytes are at the end, so that a seed is an ordinary file, and the words of a dictionary keep their places.
public struct FuzzInput {
    /// The bytes under test.
    public let text: [UInt8]

    private var choices: ArraySlice<UInt8>

    /// - Parameters:
    ///   - start: The bytes from libFuzzer.
    ///   - count: The number of bytes.
    ///   - choiceCount: The number of bytes at the end that are choices.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int, choiceCount: Int) {
        let bytes = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
        let choiceCount = min(choiceCount, bytes.count)
        text = Array(bytes.dropLast(choiceCount))
        choices = bytes.suffix(choiceCount)
    }

    /// The next choice; zero when there are none left.
    public mutating func choice() -> UInt8 { choices.popFirst() ?? 0 }

    /// The next choice, as one of some elements.
    public mutating func choice<Element>(of elements: [Element]) -> Element {
        elements[Int(choice()) % elements.count]
    }
}

/// Ends the run, so that the fuzzer keeps the input, when a rule does not hold.
public func check(_ holds: Bool, _ rule: @autoclosure () -> String) {
    if !holds { fatalError(rule()) }
}
