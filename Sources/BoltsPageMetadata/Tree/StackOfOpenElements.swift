/// The standard's stack of open elements, without `html`, `head` and `body`.
///
/// Deeper nesting than ``depthLimit`` is not tracked. The time of all searches together is linear in the number of tags, because
/// each tag adds only ``stepsPerTag`` steps to their budget: on a page that is built to make every search long, a search may end
/// early without a result.
struct StackOfOpenElements {
    static let depthLimit = 512
    private static let stepsPerTag = 32
    private static let maximumSteps = 1 << 16

    private var elements = ReusableStack<OpenElement>()
    private(set) var foreignCount = 0
    private(set) var templateCount = 0
    private(set) var paragraphCount = 0
    private(set) var selectCount = 0

    /// How many elements the searches may still examine.
    private var steps = maximumSteps

    @inline(__always)
    var last: OpenElement? { elements.last }

    @inline(__always)
    var count: Int { elements.count }

    @inline(__always)
    var isFull: Bool { elements.count >= Self.depthLimit }

    @inline(__always)
    var isForeign: Bool { foreignCount > 0 && elements[elements.count - 1].isForeign }

    /// The element at an index, counted from the outermost.
    subscript(index: Int) -> OpenElement { elements[index] }

    /// Adds the steps of another tag to the budget.
    @inline(__always)
    mutating func replenish() { if steps < Self.maximumSteps { steps &+= Self.stepsPerTag } }

    /// - Returns: `false` if the stack is full, and the element is not tracked.
    @inline(__always) @discardableResult
    mutating func push(_ element: OpenElement) -> Bool {
        guard !isFull else { return false }
        elements.append(element)
        count(element, by: 1)
        return true
    }

    @inline(__always)
    mutating func removeLast() -> OpenElement {
        let element = elements.removeLast()
        count(element, by: -1)
        return element
    }

    /// Pops the current element, which must be ``OpenElement/Flags/simple``.
    @inline(__always)
    mutating func removeLastSimple() {
        if elements.removeLast().type == .p { paragraphCount -= 1 }
    }

    mutating func remove(at index: Int) {
        steps -= elements.count - index
        count(elements[index], by: -1)
        elements.remove(at: index)
    }

    /// Replaces formatting elements, and one block, by others; the block must be among them.
    mutating func replace(_ range: ClosedRange<Int>, by replacement: [OpenElement]) {
        steps -= elements.count - range.lowerBound
        for index in range { count(elements[index], by: -1) }
        for element in replacement { count(element, by: 1) }
        elements.replace(range, by: replacement)
    }

    @inline(__always)
    private mutating func count(_ element: OpenElement, by change: Int) {
        guard element.flags.contains(.counted) else { return }
        if element.isForeign {
            foreignCount += change
            return
        }
        switch element.type {
        case .p: paragraphCount += change
        case .template: templateCount += change
        case .select: selectCount += change
        default: break
        }
    }
}

// MARK: - Searching

extension StackOfOpenElements {
    /// The innermost element that satisfies a condition, unless the search meets one that stops it first.
    @inline(__always)
    mutating func lastIndex(
        where isWanted: (OpenElement) -> Bool,
        unlessBehind stops: (OpenElement) -> Bool
    ) -> Int? {
        var index = elements.count
        let end = max(index - max(steps, 0), 0)
        defer { steps -= elements.count - index }
        while index > end {
            index -= 1
            let element = elements[index]
            if isWanted(element) { return index }
            if stops(element) { return nil }
        }
        return nil
    }

    /// The innermost HTML element of a type, if it is in the scope that the flags limit.
    @inline(__always)
    mutating func lastIndex(of type: ElementType, in scope: OpenElement.Flags = .scope) -> Int? {
        lastIndex(where: { $0.type == type }, unlessBehind: { !$0.flags.isDisjoint(with: scope) })
    }

    /// The innermost paragraph in button scope.
    @inline(__always)
    mutating func lastParagraphIndex() -> Int? {
        if paragraphCount == 0 { return nil }
        return lastIndex(of: .p, in: [.scope, .buttonScope])
    }

    mutating func hasSelectInScope() -> Bool { selectCount > 0 && lastIndex(of: .select) != nil }

    /// The index of a formatting element or a form.
    mutating func index(of identity: UInt32) -> Int? {
        lastIndex(where: { $0.identity == identity }, unlessBehind: { _ in false })
    }
}
