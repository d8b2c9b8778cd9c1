/// Gives each finding of a run a fingerprint of its own, which survives other lines and another folder of the machine.
struct FindingFingerprints {
    // By the digits of the key, which need less memory than its text.
    private var counts: [String: Int] = [:]

    /// Returns the next fingerprint of findings that are the same but for their place.
    mutating func next(_ checked: CheckedFinding) -> String {
        next(FindingKey(checked, file: RepositoryPath.fromRoot(checked.file)))
    }

    mutating func next(_ key: FindingKey) -> String {
        let digits = FindingKey.digits(of: key.text)
        let number = counts[digits, default: 0] + 1
        counts[digits] = number
        return key.fingerprint(number: number)
    }
}
