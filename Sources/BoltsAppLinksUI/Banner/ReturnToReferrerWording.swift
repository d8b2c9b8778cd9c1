/// The words of a banner: the app's own, or one of the included translations.
///
/// ```swift
/// let wording = ReturnToReferrerWording(format: "Back to %@", closeLabel: "Close")
/// let localized = ReturnToReferrerWording.localized(for: Bundle.main.preferredLocalizations)
/// ```
///
/// The translations are part of the code, so no resource bundle is needed.
public struct ReturnToReferrerWording: Sendable, Hashable {
    /// The sentence, with `%@` or `%1$@` for the name of the referring app and `%%` for a percent sign.
    public var format: String

    /// The accessibility label of the close button.
    public var closeLabel: String

    /// The language of the words, such as `en` or `zh-Hans`, or `nil` if it is unknown.
    public var language: String?

    /// Creates wording.
    ///
    /// - Parameters:
    ///   - format: The sentence, with `%@` or `%1$@` for the name of the referring app.
    ///   - closeLabel: The accessibility label of the close button.
    ///   - language: The language of the words.
    public init(format: String, closeLabel: String, language: String? = nil) {
        self.format = format
        self.closeLabel = closeLabel
        self.language = language
    }

    /// Bolts' own wording.
    public static let english = ReturnToReferrerWording(
        format: "Touch to return to %@",
        closeLabel: "Close",
        language: "en"
    )

    /// Returns the translation for the first language that has one, otherwise English.
    ///
    /// - Parameter languages: Language tags, the preferred one first. `Bundle.main.preferredLocalizations` gives the app's own
    ///   language.
    /// - Returns: The wording.
    public static func localized(for languages: [String]) -> ReturnToReferrerWording {
        for tag in languages {
            let language = supportedLanguage(of: tag)
            if language == "en" { return .english }
            if let words = translations[language] {
                return ReturnToReferrerWording(format: words.format, closeLabel: words.closeLabel, language: language)
            }
        }
        return .english
    }

    /// Whether the language is written from right to left.
    package var isRightToLeft: Bool {
        guard let language else { return false }
        return ["ar", "he"].contains(Self.supportedLanguage(of: language))
    }

    /// Returns the key of `translations` for a language tag.
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
