import BoltsBase

// The fast path. Nearly every tag is complete in the current chunk, and has a short name and no needed attributes. Such
// a tag is read here in one step; the states read all others, and would have the same result for these.

extension HTMLTokenizer {
    /// Reads the tag whose `<` is at `index`, or its name if the attributes are needed or incomplete.
    ///
    /// - Returns: The next state, after the tag or before its attributes. `nil` if nothing was read, because this is
    ///   not a tag, or not one that the fast path can read.
    @inline(__always)
    mutating func readWholeTag(_ bytes: Span<UInt8>, _ index: inout Int) -> TokenizerState? {
        let isEndTag = index &+ 1 < bytes.count && bytes[index &+ 1] == Byte.slash
        let start = isEndTag ? index &+ 2 : index &+ 1
        guard let name = HTMLName(shortNameIn: bytes, at: start) else { return nil }
        let nameEnd = start &+ name.count
        let hasNoAttributes = bytes[nameEnd] == Byte.greaterThan
        guard hasNoAttributes || bytes[nameEnd].isHTMLSpace || bytes[nameEnd] == Byte.slash else { return nil }

        if isEndTag && hasNoAttributes {
            self.name = name
            self.isEndTag = true
            isCapturing = false
            handler.endTag(name, endsRawText: false)
            index = nameEnd &+ 1
            return .data
        }
        beginTag(isEndTag: isEndTag)
        self.name = name
        tagNameComplete()
        if hasNoAttributes {
            index = nameEnd &+ 1
        } else {
            index = nameEnd
            guard !isCapturing, let end = bytes.tagEnd(from: nameEnd, isSelfClosing: &isSelfClosing) else {
                return .beforeAttributeName
            }
            index = end
            hasAttributes = true
        }
        return finishTag()
    }
}

extension HTMLName {
    /// Reads the name at `start`, of at most seven bytes, from one load.
    ///
    /// - Returns: `nil` if it is longer, does not begin with a letter, or may continue in the next chunk.
    @inline(__always)
    init?(shortNameIn bytes: Span<UInt8>, at start: Int) {
        guard start &+ 8 <= bytes.count, bytes[start].isASCIILetter else { return nil }
        let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self).littleEndian
        // Control characters other than white space belong to a name, so the caller checks the byte that ended it.
        let ends = word.bytesBelow(0x21) | word.bytesEqual(Byte.greaterThan) | word.bytesEqual(Byte.slash)
        guard ends != 0 else { return nil }
        let bits = ends.trailingZeroBitCount & ~7
        self.init(low: word.asciiLowercased & ((1 &<< UInt64(truncatingIfNeeded: bits)) &- 1), count: bits &>> 3)
    }
}

// Searches eight bytes at a time. The lowest bit that is set in a result marks the first match; the bits above it may be wrong.
extension UInt64 {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    fileprivate func bytesBelow(_ bound: UInt8) -> UInt64 {
        (self &- Self.ones &* UInt64(bound)) & ~self & Self.highBits
    }

    @inline(__always)
    fileprivate func bytesEqual(_ byte: UInt8) -> UInt64 { (self ^ Self.ones &* UInt64(byte)).bytesBelow(1) }

    /// The bytes in lower case.
    @inline(__always)
    fileprivate var asciiLowercased: UInt64 {
        let sevenBits = self & ~Self.highBits
        let fromA = sevenBits &+ Self.ones &* (0x80 - 0x41)
        let beyondZ = sevenBits &+ Self.ones &* (0x80 - 0x5B)
        return self | ((fromA ^ beyondZ) & ~self & Self.highBits) &>> 2
    }
}

extension Span<UInt8> {
    /// The index after the `>` of a tag whose attributes begin at `start`.
    ///
    /// - Returns: `nil` if the tag does not end in this chunk.
    @inline(__always)
    func tagEnd(from start: Int, isSelfClosing: inout Bool) -> Int? {
        // `index` is after the last value, `searched` after the last equals sign.
        var index = start
        var searched = start
        while true {
            let stop = firstIndex(of: Byte.greaterThan, or: Byte.equals, from: searched)
            guard stop < count else { return nil }
            if self[stop] == Byte.greaterThan {
                isSelfClosing = stop > index && self[stop &- 1] == Byte.slash
                return stop &+ 1
            }
            // A value needs a name. An equals sign without one begins a name.
            var before = stop &- 1
            while before >= index, self[before].isHTMLSpace { before &-= 1 }
            guard before >= index, self[before] != Byte.slash else {
                index = stop
                searched = stop &+ 1
                continue
            }
            var value = stop &+ 1
            while value < count, self[value].isHTMLSpace { value &+= 1 }
            guard value < count else { return nil }
            let quote = self[value]
            if quote == Byte.quote || quote == Byte.apostrophe {
                index = firstIndex(of: quote, from: value &+ 1) &+ 1
                guard index <= count else { return nil }
            } else {
                while value < count, self[value] != Byte.greaterThan, !self[value].isHTMLSpace { value &+= 1 }
                guard value < count else { return nil }
                if self[value] == Byte.greaterThan { return value &+ 1 }
                index = value
            }
            searched = index
        }
    }
}
