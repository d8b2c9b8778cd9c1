extension String {
    /// Returns the text with some of its Unicode scalars written in another way.
    ///
    /// Other programs read scalars. A character of Swift's may have a letter before a sign, or marks after it, and is then equal to no sign.
    ///
    /// - Parameter escape: What stands for a scalar instead, or `nil` for the scalar itself.
    /// - Returns: The text, in linear time.
    func replacingScalars(_ escape: (Unicode.Scalar) -> String?) -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if let text = escape(scalar) {
                result.append(contentsOf: text.unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
