/// Maps the bytes of an edited file to their original places.
struct EditOrigins: Sendable {
    private let edits: [FileEdit]
    /// The beginning of each edit in the edited file.
    private let starts: [Int]
    /// How much each edit and those before it lengthen the file.
    private let shifts: [Int]

    /// The edits are in the order of their places.
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

    /// Returns the original byte of a byte after the edits; for an inserted one, the place of the insertion.
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
