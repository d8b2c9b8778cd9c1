/// Counts how often a reader looks at a place of a program, so that a test can hold that the number grows with its length.
final class CodeWork {
    private(set) var lookCount = 0

    func look() { lookCount += 1 }
}
