@_spi(Bolts) import BoltsSiteCheck

/// A C# file with the name of the method that gets a universal link, in an override, in an attribute, as an event or in a comment:
/// its absence is certain, and its presence decides nothing.
struct CSharpSource {
    /// A file without the name is irrelevant to links.
    static let filter = CodeFilter(["ontinueUserActivity"])

    let facts: SourceFacts

    init(file: String) {
        var facts = SourceFacts()
        facts.marks[.continueInCSharp] = [SourcePlace(file: file, line: 1)]
        self.facts = facts
    }
}
