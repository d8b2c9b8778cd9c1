import BoltsBase

enum YAMLText {
    /// Returns a text in double quotes, with invisible characters as escapes (YAML 1.2.2, section 5.7).
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case "\r": quoted += "\\r"
            case _ where scalar.isUnsafeInText: quoted += escape(scalar)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        let (letter, count) =
            switch scalar.value {
            case ...0xFF: ("x", 2)
            case ...0xFFFF: ("u", 4)
            default: ("U", 8)
            }
        return "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
    }
}
