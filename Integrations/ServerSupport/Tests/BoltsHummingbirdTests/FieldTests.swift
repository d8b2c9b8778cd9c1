import BoltsAppLinks
import Testing

@testable import BoltsHummingbird

/// Reads and writes the values of header fields.
@Suite struct FieldTests {
    @Test(arguments: [
        ("/recipe/42", "/recipe/42"), ("/?al_applink_data=%7B%7D", "/"), ("/?a=1&al_applink_data=x&b=2", "/?a=1&b=2"),
        ("/?al_applink_data", "/"), ("/?al_applink_data_2=x", "/?al_applink_data_2=x"), ("/?", "/?"),
    ])
    func theAddressOfAPageHasNoLinkData(_ target: String, _ address: String) {
        #expect(PageAddress.withoutLinkData(target) == address)
    }

    @Test func languagesAreOrderedByQuality() {
        #expect(AcceptLanguage.languages("de;q=0.5, fr ; q=0.9,en,*;q=0.1,it;q=0") == ["en", "fr", "de"])
        #expect(AcceptLanguage.languages("de;Q=0.5,fr;Q=0,en") == ["en", "de"])
        #expect(AcceptLanguage.languages("").isEmpty)
        #expect(AcceptLanguage.languages(String(repeating: "en,", count: 100_000)).count == 20)
    }

    @Test func entityTagsAreDerivedAndFoundAgain() {
        let tag = DerivedEntityTag([MetaTag(property: "al:ios:url", content: "x")])
        for original in ["\"\"", "\"a-al\"", "W/\"a,b\"", "\"a-alx1\""] {
            let derived = tag.derived(from: original)
            #expect(derived != original && derived != nil)
            #expect(tag.originals(in: derived ?? "") == [original])
        }
        #expect(tag.derived(from: "a") == nil)
        #expect(tag.originals(in: "\"a-al1f\", *, \"b\"") == ["*", "\"b\""])
    }
}
