extension Sequence {
    /// The elements in groups with the same key, in the order of the first element of each group.
    @_spi(Bolts) public func grouped<Key: Hashable>(by key: (Element) -> Key) -> [[Element]] {
        var places: [Key: Int] = [:]
        var groups: [[Element]] = []
        for element in self {
            let place = places[key(element), default: groups.count]
            if place == groups.count { groups.append([]) }
            places[key(element)] = place
            groups[place].append(element)
        }
        return groups
    }
}
