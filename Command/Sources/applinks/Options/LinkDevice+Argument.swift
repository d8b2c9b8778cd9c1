public import ArgumentParser
public import BoltsSiteCheck

extension LinkDevice: @retroactive ExpressibleByArgument {
    /// Reads a name in any letter case, as in `iPhone`.
    public init?(argument: String) {
        guard let index = Self.allValueStrings.firstIndex(of: argument.lowercased()) else { return nil }
        self = Self.allCases[index]
    }

    /// The names, in small letters.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue.lowercased() } }
}
