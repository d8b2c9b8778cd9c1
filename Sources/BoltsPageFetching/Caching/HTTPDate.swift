/// A point in time as HTTP writes it, in any of its three formats (RFC 9110, 5.6.7).
///
/// It is parsed without a date formatter, which supports one format at a time and takes a lock.
package struct HTTPDate: Hashable {
    /// Seconds since 1970, in UTC; 32 bits would end in 2038.
    package let seconds: Int64

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        var numbers: [Int64] = []
        var month: Int64?
        var time: Int64?
        for word in text.split(whereSeparator: { " ,-\t".contains($0) }) {
            if word.contains(":") {
                guard time == nil, let parsed = HTTPDate.time(word) else { return nil }
                time = parsed
            } else if word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), word.utf8.count <= 4,
                let number = Int64(word)
            {
                numbers.append(number)
            } else if let index = HTTPDate.months.firstIndex(of: word.lowercased()) {
                month = Int64(index) + 1
            }
        }
        guard let month, let time, numbers.count == 2 else { return nil }
        let (day, year) = (numbers[0], numbers[1])
        guard (1...31).contains(day) else { return nil }
        // The RFC 850 format has two digits for the year.
        let fullYear = year < 70 ? year + 2_000 : year < 100 ? year + 1_900 : year
        guard fullYear >= 1_600 else { return nil }
        seconds = HTTPDate.days(fullYear, month, day) * 86_400 + time
    }

    private static func time(_ word: Substring) -> Int64? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
        guard parts.count == 3, (0...23).contains(parts[0]), (0...59).contains(parts[1]), (0...60).contains(parts[2])
        else { return nil }
        return parts[0] * 3_600 + parts[1] * 60 + parts[2]
    }

    /// The days from 1970 to a date, in years that begin in March and so end with the leap day.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let year = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
