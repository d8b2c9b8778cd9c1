/// Where the bytes of an edited file were before.
struct EditOrigins: Sendable {
    private let edits: [FileEdit]
    /// Where each edit begins in the file afterwards.
    private let starts: [Int]
    /// By how much each edit and those before it lengthen the file.
    private let shifts: [Int]

    /// - Parameter edits: The edits, in the order of their places.
    init(_ edits: [FileEdit]) {
        self.edits = edits
        var (starts, shifts): ([Int], [Int]) = ([], [])
        var shift = 0
        for edit in edits {
            starts.append(edit.range.lowerBound + shift)
            shift += edit.replacement.count - edit.range.count
            shifts.append(shift)
        }
        (self.starts, self.shifts) = (starts, shifts)
    }

    /// Returns the byte before the edits that became a byte after them; for an inserted one, where it was inserted.
    func origin(of offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return offset }
        let edit = edits[low - 1]
        return offset < starts[low - 1] + edit.replacement.count ? edit.range.lowerBound : offset - shifts[low - 1]
    }
}
