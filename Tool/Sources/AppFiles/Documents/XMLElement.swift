import BoltsSiteCheck

/// An element of an XML document.
struct XMLElement {
    /// The name, without the prefix of a namespace.
    var name: String
    /// The values of the attributes.
    ///
    /// Android's namespace is written `android:`, that of the tools `tools:`.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The characters between the tags, without those of the children.
    var text = ""
    /// The line of the start tag, from 1 on.
    var line: Int

    /// The element as one of a manifest.
    var manifestElement: ManifestElement {
        ManifestElement(name, attributes, children.map(\.manifestElement), line: line)
    }
}

/// The names of Android's XML namespaces.
enum AndroidNamespace {
    /// The prefix by which an attribute is known, whatever the file declares.
    static func prefix(ofURI uri: String) -> String? {
        switch uri {
        case "http://schemas.android.com/apk/res/android": "android:"
        case "http://schemas.android.com/tools": "tools:"
        default: nil
        }
    }
}
