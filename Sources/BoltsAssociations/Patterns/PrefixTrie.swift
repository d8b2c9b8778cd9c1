/// Finds which of many literals a text starts with, in one walk along the text.
struct PrefixTrie: Sendable {
    private struct Node: Sendable {
        var byte: UInt8
        var firstChild: Int32 = -1
        var nextSibling: Int32 = -1
        /// The first of the literals that end here, in order of insertion.
        var firstPayload: Int32 = -1
        var lastPayload: Int32 = -1
    }

    private struct Payload: Sendable {
        var value: Int32
        var next: Int32 = -1
    }

    private var nodes = [Node(byte: 0)]
    private var payloads: [Payload] = []

    init() {}

    /// The number of literals.
    var count: Int { payloads.count }

    /// Adds a literal with a value to report when a text starts with it.
    mutating func insert(_ literal: some Sequence<UInt8>, payload: Int32) {
        var node = 0
        for byte in literal { node = child(of: node, byte) ?? addChild(to: node, byte) }
        let index = Int32(payloads.count)
        payloads.append(Payload(value: payload))
        if nodes[node].lastPayload < 0 {
            nodes[node].firstPayload = index
        } else {
            payloads[Int(nodes[node].lastPayload)].next = index
        }
        nodes[node].lastPayload = index
    }

    /// The literals, each once, in no particular order.
    var literals: [[UInt8]] {
        var found: [[UInt8]] = []
        var open: [(node: Int, literal: [UInt8])] = [(0, [])]
        while let (node, literal) = open.popLast() {
            if nodes[node].firstPayload >= 0 { found.append(literal) }
            var child = nodes[node].firstChild
            while child >= 0 {
                open.append((Int(child), literal + [nodes[Int(child)].byte]))
                child = nodes[Int(child)].nextSibling
            }
        }
        return found
    }

    private func child(of node: Int, _ byte: UInt8) -> Int? {
        var child = nodes[node].firstChild
        while child >= 0 {
            if nodes[Int(child)].byte == byte { return Int(child) }
            child = nodes[Int(child)].nextSibling
        }
        return nil
    }

    private mutating func addChild(to node: Int, _ byte: UInt8) -> Int {
        let index = nodes.count
        nodes.append(Node(byte: byte, nextSibling: nodes[node].firstChild))
        nodes[node].firstChild = Int32(index)
        return index
    }

    /// Calls a closure with the value of each literal that a text starts with, shorter literals first.
    @inline(__always)
    func forEachMatch(_ text: Span<UInt8>, _ body: (Int32) -> Void) {
        var node = 0
        var position = 0
        while true {
            var payload = nodes[node].firstPayload
            while payload >= 0 {
                body(payloads[Int(payload)].value)
                payload = payloads[Int(payload)].next
            }
            guard position < text.count else { return }
            let byte = text[position]
            var child = nodes[node].firstChild
            while child >= 0, nodes[Int(child)].byte != byte {
                child = nodes[Int(child)].nextSibling
            }
            guard child >= 0 else { return }
            node = Int(child)
            position += 1
        }
    }

    /// Calls a closure with the end of each literal that is at a position, and returns the number of bytes read.
    func forEachPrefix(of text: Span<UInt8>, from start: Int, _ body: (Int) -> Void) -> Int {
        var node = 0
        var position = start
        while true {
            if nodes[node].firstPayload >= 0 { body(position) }
            guard position < text.count, let next = child(of: node, text[position]) else { break }
            node = next
            position += 1
        }
        return position - start + 1
    }
}
