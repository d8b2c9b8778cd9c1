@_spi(Bolts) import BoltsAssociations
import BoltsBase

extension LinkPattern {
    init(_ pattern: WildcardPattern, variables: [PatternVariable], decodes: Bool, normalizes: Bool = false) {
        let steps = pattern.shape == .never ? [.never] : Self.steps(pattern.tokens, variables, pattern.foldsCase)
        self.init(steps, decodes: decodes)
        foldsCase = pattern.foldsCase
        self.normalizes = normalizes
    }

    private static func steps(
        _ tokens: some Sequence<PatternToken>,
        _ variables: [PatternVariable],
        _ foldsCase: Bool
    ) -> [Step] {
        var steps: [Step] = []
        var bytes: [UInt8] = []
        func flush() {
            steps += String(decoding: bytes, as: UTF8.self).unicodeScalars.map { .character($0.value) }
            bytes = []
        }
        for token in tokens {
            if token.isByte {
                bytes.append(UInt8(token.code))
                continue
            }
            flush()
            if token == .star {
                steps.append(.anything)
            } else if token == .anyScalar {
                steps.append(.anyCharacter)
            } else if token == .region {
                steps.append(foldsCase ? ISOCodeSteps.foldedRegions : ISOCodeSteps.regions)
            } else if token == .language {
                steps.append(foldsCase ? ISOCodeSteps.foldedLanguages : ISOCodeSteps.languages)
            } else if let characterClass = token.characterClass {
                steps.append(
                    .ascii(
                        ASCIISet { byte in
                            characterClass.contains(foldsCase ? byte.asciiLowercased : byte, foldsCase: foldsCase)
                        }
                    )
                )
            } else if let index = token.variable, variables.indices.contains(index) {
                let variable = variables[index]
                let literals = variable.literalValues.sorted { $0.lexicographicallyPrecedes($1) }.map { literal in
                    String(decoding: literal, as: UTF8.self).unicodeScalars.map { Step.character($0.value) }
                }
                let wildcards = variable.wildcards.map { Self.steps($0, variables, foldsCase) }
                steps.append(.oneOf(literals + wildcards))
            } else {
                steps.append(.never)
            }
        }
        flush()
        return steps
    }
}

/// The codes that `$(region)` and `$(lang)` match, as steps of a pattern.
private enum ISOCodeSteps {
    static let regions = regions(foldsCase: false)
    static let foldedRegions = regions(foldsCase: true)
    static let languages = languages(foldsCase: false)
    static let foldedLanguages = languages(foldsCase: true)

    private static let letters = (UInt8(0)..<0x80).filter(\.isASCIILetter)

    private static func set(_ isContained: (UInt8) -> Bool) -> LinkPattern.Step? {
        let members = letters.filter(isContained)
        return members.isEmpty ? nil : .ascii(LinkPattern.ASCIISet { members.contains($0) })
    }

    private static func regions(foldsCase: Bool) -> LinkPattern.Step {
        .oneOf(
            letters.compactMap { first in
                set { ISOCodes.isRegion(first, $0, foldsCase: foldsCase) }.map { [.character(UInt32(first)), $0] }
            }
        )
    }

    private static func languages(foldsCase: Bool) -> LinkPattern.Step {
        .oneOf(
            letters.compactMap { first in
                var rest: [[LinkPattern.Step]] = []
                if let second = set({ ISOCodes.isLanguage(first, $0, foldsCase: foldsCase) }) { rest.append([second]) }
                rest += letters.compactMap { second in
                    set { ISOCodes.isLanguage(first, second, $0, foldsCase: foldsCase) }
                        .map { [.character(UInt32(second)), $0] }
                }
                return rest.isEmpty ? nil : [.character(UInt32(first)), .oneOf(rest)]
            }
        )
    }
}
