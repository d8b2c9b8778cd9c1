extension String {
    /// The text with every character escaped that is not shown, that ends a line, or that changes the order of others.
    ///
    /// Names may come from outside, so they must not be able to forge lines or to hide text.
    var visible: String {
        if unicodeScalars.allSatisfy({ !$0.isHidden }) { return self }
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": result += #"\n"#
            case "\r": result += #"\r"#
            case "\t": result += #"\t"#
            case _ where scalar.isHidden: result += #"\u{"# + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible, ends a line, or formats others invisibly.
    ///
    /// The joiners are left alone: emoji and several scripts need them. This is the judge of `BoltsBase`, said again because
    /// this module is built without any other; a test holds the two to one answer.
    var isHidden: Bool {
        switch value {
        case 0x20...0x7E, 0x200C, 0x200D: return false
        // Invisible, although Unicode calls them a mark and a symbol.
        case 0x034F, 0x2800: return true
        default: break
        }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: return true
        default: return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}

extension Duration {
    /// The duration for people, rounded down: `350 ms`, `2.1 s`, `3 min 5 s`, `2 h 10 min`.
    var short: String {
        let (seconds, attoseconds) = components
        if seconds < 1 { return "\(attoseconds / 1_000_000_000_000_000) ms" }
        if seconds < 60 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
        if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
        return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
    }
}
