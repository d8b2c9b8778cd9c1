/// A value of an attribute or of a constant, as it is written.
indirect enum CSharpValue: Hashable {
    case text(String)
    case boolean(Bool)
    case null
    case list([CSharpValue])
    /// A name with its qualifiers.
    case name([String])
    case sum([CSharpValue])
    case template([CSharpToken.Part])
    /// What only the compiler or the running program tells, as it is written.
    case unknown(String)
}
