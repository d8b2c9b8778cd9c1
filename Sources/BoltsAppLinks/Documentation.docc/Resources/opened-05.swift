import BoltsAppLinks
import Foundation
import Testing

@Test func aLinkNamesItsRecipeAndItsSender() throws {
    let data = AppLinkData(json: [
        "target_url": "https://recipes.example/cake",
        "referer_app_link": ["url": "shop://basket", "app_name": "Shop"],
    ])
    let text = try AppLinkDataCodec().encode(data, into: "recipes://cake")

    let link = try AppLinkURL(parsing: text)
    #expect(link.targetURL?.lastPathComponent == "cake")
    #expect(link.appLinkData?.referrer?.appName == "Shop")
}
