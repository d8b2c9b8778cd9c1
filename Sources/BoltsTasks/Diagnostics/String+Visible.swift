internal import BoltsBase

extension String {
    /// The text, in which characters are escaped if they are invisible, end a line, or change the order of others.
    ///
    /// Names may come from outside, so they must not be able to forge lines or to hide text.
    var visible: String {
        if unicodeScalars.allSatisfy({ !$0.isHidden }) { return self }
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isHidden {
                result += scalar.escaped(asASCII: true)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible, ends a line, or formats others invisibly.
    ///
    /// Joiners are not escaped: emoji and several scripts need them.
    var isHidden: Bool { isUnsafeInText && !isJoiner }
}
