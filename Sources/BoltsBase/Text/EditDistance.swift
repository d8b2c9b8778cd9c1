/// The difference between two words.
public enum EditDistance {
    /// Returns how many bytes must be inserted, removed or replaced to change one word into another.
    ///
    /// - Complexity: The product of the two lengths: limit the length of untrusted words.
    public static func between(_ first: [UInt8], _ second: [UInt8]) -> Int {
        var row = Array(0...second.count)
        for (index, byte) in first.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in second.indices {
                let cost = min(row[column] + 1, row[column + 1] + 1, diagonal + (byte == second[column] ? 0 : 1))
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[second.count]
    }
}
