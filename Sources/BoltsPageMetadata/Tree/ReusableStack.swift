/// A stack that keeps its memory when elements are popped, so that popping does not access it.
struct ReusableStack<Element: Sendable>: Sendable {
    private var storage: [Element] = []
    private(set) var count = 0

    @inline(__always)
    var last: Element? { count > 0 ? storage[count &- 1] : nil }

    @inline(__always)
    subscript(index: Int) -> Element {
        get { storage[index] }
        set { storage[index] = newValue }
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count < storage.count { storage[count] = element } else { storage.append(element) }
        count &+= 1
    }

    @inline(__always) @discardableResult
    mutating func removeLast() -> Element {
        count &-= 1
        return storage[count]
    }

    mutating func remove(at index: Int) {
        storage.remove(at: index)
        count -= 1
    }

    mutating func insert(_ element: Element, at index: Int) {
        storage.insert(element, at: index)
        count += 1
    }

    mutating func replace(_ range: ClosedRange<Int>, by elements: [Element]) {
        storage.replaceSubrange(range, with: elements)
        count += elements.count - range.count
    }
}
