/// An element of an Android manifest, read from text, from the binary XML of a package or from the messages of a bundle.
///
/// Attribute names begin with `android:` in Android's namespace and with `tools:` in the tools' namespace, whatever prefix the
/// file declares.
public struct ManifestElement: Sendable, Hashable {
    /// The name of the element.
    public var name: String
    /// The attribute values by name; references such as `@string/host` are resolved if possible.
    public var attributes: [String: String]
    /// The elements inside.
    public var children: [ManifestElement]
    /// The line in the file, from 1, or `nil` if the file has no lines.
    public var line: Int?
    /// The file's name for people if it is not the app's, because manifests are merged.
    package var file: String?

    /// Creates an element.
    public init(
        _ name: String,
        _ attributes: [String: String] = [:],
        _ children: [ManifestElement] = [],
        line: Int? = nil
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.line = line
    }

    /// Returns the element and its content as those of a file.
    package func placed(in file: String) -> ManifestElement {
        var result = self
        result.file = file
        result.children = children.map { $0.placed(in: file) }
        return result
    }
}
