/// The words of a banner: the app's own, or those that come along.
///
/// ```swift
/// let wording = ReturnToReferrerWording(format: "Back to %@", closeLabel: "Close")
/// let localized = ReturnToReferrerWording.localized(for: Bundle.main.preferredLocalizations)
/// ```
///
/// No bundle is asked for anything, so that the words are the same wherever the code is linked into.
public struct ReturnToReferrerWording: Sendable, Hashable {
    /// The sentence, with `%@` or `%1$@` where the name of the sending app goes, and `%%` for a percent sign.
    public var format: String

    /// What the button that closes the banner is called, for those who hear it.
    public var closeLabel: String

    /// The language of the words, such as `en` or `zh-Hans`, or `nil` where it is not known.
    public var language: String?

    /// Makes the words.
    ///
    /// - Parameters:
    ///   - format: The sentence, with `%@` or `%1$@` where the name of the sending app goes.
    ///   - closeLabel: What the button that closes the banner is called.
    ///   - language: The language of the words.
    public init(format: String, closeLabel: String, language: String? = nil) {
        self.format = format
        self.closeLabel = closeLabel
        self.language = language
    }

    /// Bolts' own words.
    public static let english = ReturnToReferrerWording(
        format: "Touch to return to %@",
        closeLabel: "Close",
        language: "en"
    )

    /// The words in the first of some languages that they come along in, or English.
    ///
    /// - Parameter languages: The languages, the best first, as in `Bundle.main.preferredLocalizations`: what the app itself
    ///   speaks, rather than what the device does.
    /// - Returns: The words.
    public static func localized(for languages: [String]) -> ReturnToReferrerWording {
        for tag in languages {
            let language = supportedLanguage(of: tag)
            if language == "en" { return .english }
            if let words = translations[language] {
                return ReturnToReferrerWording(
                    format: words.format,
                    closeLabel: words.closeLabel,
                    language: language
                )
            }
        }
        return .english
    }

    /// Whether the language of the words is written from right to left.
    public var isRightToLeft: Bool {
        guard let language else { return false }
        return ["ar", "he"].contains(Self.supportedLanguage(of: language))
    }

    /// The name of a language by which the words are kept.
    private static func supportedLanguage(of tag: String) -> String {
        let parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        switch parts.first {
        case "zh":
            let isTraditional = !parts.contains("hans") && ["hant", "tw", "hk", "mo"].contains(where: parts.contains)
            return isTraditional ? "zh-Hant" : "zh-Hans"
        case "no", "nn": return "nb"
        case "iw": return "he"
        default: return parts.first.map(String.init) ?? ""
        }
    }

    private static let translations: [String: (format: String, closeLabel: String)] = [
        "ar": ("المس للعودة إلى %@", "إغلاق"),
        "cs": ("Klepnutím se vrátíte do aplikace %@", "Zavřít"),
        "da": ("Tryk for at gå tilbage til %@", "Luk"),
        "de": ("Tippen, um zu %@ zurückzukehren", "Schließen"),
        "es": ("Toca para volver a %@", "Cerrar"),
        "fi": ("Palaa kohteeseen %@ napauttamalla", "Sulje"),
        "fr": ("Touchez pour revenir à %@", "Fermer"),
        "he": ("יש לגעת כדי לחזור אל %@", "סגירה"),
        "it": ("Tocca per tornare a %@", "Chiudi"),
        "ja": ("タップして%@に戻る", "閉じる"),
        "ko": ("탭하여 %@(으)로 돌아가기", "닫기"),
        "nb": ("Trykk for å gå tilbake til %@", "Lukk"),
        "nl": ("Tik om terug te gaan naar %@", "Sluit"),
        "pl": ("Dotknij, aby wrócić do aplikacji %@", "Zamknij"),
        "pt": ("Toque para voltar para %@", "Fechar"),
        "ru": ("Коснитесь, чтобы вернуться в %@", "Закрыть"),
        "sv": ("Tryck för att gå tillbaka till %@", "Stäng"),
        "tr": ("%@ uygulamasına dönmek için dokunun", "Kapat"),
        "uk": ("Торкніться, щоб повернутися до %@", "Закрити"),
        "zh-Hans": ("轻触返回%@", "关闭"),
        "zh-Hant": ("輕觸返回%@", "關閉"),
    ]
}
