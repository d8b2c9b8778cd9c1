import BoltsSiteCheck

struct XMLElement {
    /// The name, without the prefix of a namespace.
    var name: String
    /// The values of the attributes; Android's namespace is written `android:`, the tools' `tools:`.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The characters between the tags, without those of the children.
    var text = ""
    /// The line of the start tag, from 1.
    var line: Int

    /// The element converted to a manifest element.
    var manifestElement: ManifestElement {
        let attributes = attributes.mapValues { $0.contains("\\") ? ResourceText.unescaped($0) : $0 }
        return ManifestElement(name, attributes, children.map(\.manifestElement), line: line)
    }
}

/// The escapes in the texts of Android's sources, which the build replaces: `\\.` in a file becomes `\.` in the package.
enum ResourceText {
    static func unescaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            guard scalar == "\\" else {
                result.append(scalar)
                continue
            }
            guard let next = scalars.popFirst() else { break }
            switch next {
            case "n": result.append("\n")
            case "t": result.append("\t")
            case "u":
                let digits = String(String.UnicodeScalarView(scalars.prefix(4)))
                guard let value = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { break }
                scalars = scalars.dropFirst(4)
                result.append(value)
            default: result.append(next)
            }
        }
        return String(result)
    }
}

/// The names of Android's XML namespaces.
enum AndroidNamespace {
    /// The prefix by which an attribute is known, regardless of the file's declaration.
    static func prefix(ofURI uri: String) -> String? {
        switch uri {
        case "http://schemas.android.com/apk/res/android": "android:"
        case "http://schemas.android.com/tools": "tools:"
        default: nil
        }
    }
}
