/// Counts how often a reader examines a place of a program, so that a test can check that the number grows linearly.
final class CodeWork {
    private(set) var lookCount = 0

    func look() { lookCount += 1 }
}
