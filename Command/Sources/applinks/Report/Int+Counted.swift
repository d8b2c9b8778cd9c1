extension Int {
    /// The number with a noun, in the plural unless there is one.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
