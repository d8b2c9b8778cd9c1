import BoltsAppLinksUI
import Foundation
import Testing

@Suite(.tags(.l9)) struct ReturnToReferrerTextTests {
    @Test(arguments: [
        ("Touch to return to %@", "Touch to return to Notes"), ("Touch to return to %1$@", "Touch to return to Notes"),
        ("%@ again", "Notes again"), ("%@", "Notes"), ("Back", "Back"), ("", ""), ("100 %% of %@", "100 % of Notes"),
        ("%@ or %@", "Notes or Notes"), ("%d %s %@", "%d %s Notes"), ("%%@", "%@"), ("50%", "50%"),
        ("%2$@ %@", "%2$@ Notes"),
    ])
    func placeholderIsReplacedByName(format: String, said: String) {
        #expect(ReturnToReferrerText(format: format, appName: "Notes").description == said)
    }

    @Test(.tags(.th17), arguments: ["%@", "%1$@", "%s%n", "%%", "\\(x)"]) func namesAreNotInterpreted(name: String) {
        let text = ReturnToReferrerText(format: "to %@!", appName: name)
        #expect(text.description == "to \(name)!")
        #expect((text.before, text.appName, text.after) == ("to ", name, "!"))
    }

    @Test func formatWithoutPlaceholderOmitsName() {
        let text = ReturnToReferrerText(format: "Go back", appName: "Notes")
        #expect((text.before, text.appName, text.after) == ("Go back", "", ""))
    }

    @Test(.tags(.th17)) func rightToLeftNamesAreIsolated() {
        let hebrew = ReturnToReferrerText(format: "Touch to return to %@!", appName: "פתקים")
        #expect(hebrew.description == "Touch to return to \u{2068}פתקים\u{2069}!")
        let wording = ReturnToReferrerWording.localized(for: ["he"])
        let english = ReturnToReferrerText(format: wording.format, appName: "Notes")
        #expect(english.description.hasSuffix("\u{2068}Notes\u{2069}"))
    }

    @Test(arguments: [
        (["de-AT", "en"], "de"), (["xx", "fr_CA"], "fr"), (["en-GB", "de"], "en"), (["xx"], "en"), ([], "en"),
        (["zh-Hant-TW"], "zh-Hant"), (["zh-TW"], "zh-Hant"), (["zh-HK"], "zh-Hant"), (["zh-CN"], "zh-Hans"),
        (["zh"], "zh-Hans"), (["zh-Hans-HK"], "zh-Hans"), (["PT-br"], "pt"), (["nn"], "nb"), (["iw"], "he"),
        ([""], "en"), (["-"], "en"),
    ])
    func firstTranslatedLanguageIsChosen(languages: [String], chosen: String) {
        #expect(ReturnToReferrerWording.localized(for: languages).language == chosen)
    }

    @Test(arguments: [
        "ar", "cs", "da", "de", "en", "es", "fi", "fr", "he", "it", "ja", "ko", "nb", "nl", "pl", "pt", "ru", "sv",
        "tr", "uk", "zh-Hans", "zh-Hant",
    ])
    func translationsHaveOnePlaceholderAndCloseLabel(language: String) {
        let wording = ReturnToReferrerWording.localized(for: [language])
        #expect(wording.language == language)
        #expect(wording.format.components(separatedBy: "%@").count == 2)
        #expect(wording.format.count(where: { $0 == "%" }) == 1)
        #expect(!wording.closeLabel.isEmpty)
        #expect(wording.isRightToLeft == ["ar", "he"].contains(language))
    }
}
