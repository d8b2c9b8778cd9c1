import Foundation
import XCTest
import XCUIAutomation

/// Opens the app by links, as another app does, and looks at what it shows.
final class RecipesUITests: XCTestCase {
    /// How long the app may take to show what a link leads to.
    private static let timeout: TimeInterval = 60

    @MainActor func testALinkOpensItsRecipeAndOffersTheWayBack() throws {
        let app = XCUIApplication()
        app.open(try link(to: "https://recipes.example/recipes/cake", from: "Notes", back: "notes://7"))
        XCTAssertTrue(app.staticTexts["cake"].waitForExistence(timeout: Self.timeout))
        // English is the language of the text that the banner has by default.
        XCTAssertTrue(app.links["Touch to return to Notes"].waitForExistence(timeout: Self.timeout))
    }

    @MainActor func testTheAppStartsWithoutALink() {
        let app = XCUIApplication()
        app.launch()
        XCTAssertTrue(app.staticTexts["No recipe yet"].waitForExistence(timeout: Self.timeout))
        XCTAssertTrue(app.buttons["Buy the ingredients"].exists)
    }

    /// A URL of the app with App Link data, as an app that links to a page sends it.
    private func link(to target: String, from name: String, back: String) throws -> URL {
        let data: [String: Any] = [
            "version": "1.0", "target_url": target, "referer_app_link": ["app_name": name, "url": back],
        ]
        let json = try JSONSerialization.data(withJSONObject: data, options: .sortedKeys)
        let escaped = String(decoding: json, as: UTF8.self).addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        return try XCTUnwrap(URL(string: "recipes://link?al_applink_data=" + XCTUnwrap(escaped)))
    }
}
