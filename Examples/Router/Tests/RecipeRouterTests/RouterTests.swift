import BoltsAppLinks
import Foundation
import RecipeRouter
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RouterTests {
    @Test(arguments: [
        ("https://recipes.example/recipes/42", Route.recipe("42")),
        ("HTTPS://Recipes.Example/recipes/rye-bread/", .recipe("rye-bread")),
        ("recipes://recipes/42", .recipe("42")),
        ("https://recipes.example/recipes/42/steps/3", .step(3, of: "42")),
        ("recipes://search?q=rye%20bread", .search("rye bread")),
    ])
    func aURLOfTheAppBecomesARoute(_ text: String, _ route: Route) throws {
        #expect(Route(try #require(URL(string: text))) == route)
    }

    @Test(arguments: [
        "https://elsewhere.example/recipes/42", "http://recipes.example/recipes/42", "https://recipes.example/admin",
        "https://recipes.example/recipes/42/steps/0", "https://recipes.example/recipes/42/steps/100",
        "https://recipes.example/recipes/%2e%2e%2fsecret", "recipes://search?q=", "recipes:", "javascript://recipes/42",
    ])
    func anyOtherURLDoesNot(_ text: String) throws {
        #expect(Route(try #require(URL(string: text))) == nil)
    }

    @Test func aLinkReplacesTheScreensAndOffersTheWayBack() throws {
        var data = AppLinkNavigation.callbackAppLinkData(appName: "Notes", urlText: "notes://7")
        data.targetURLText = "https://recipes.example/recipes/42/steps/2"
        let text = try AppLinkDataCodec().encode(data, into: "recipes://link")
        var navigator = Navigator()
        navigator.push(.search("bread"))
        navigator.open(AppLinkURL(text: text))
        #expect(navigator.path == [.recipe("42"), .step(2, of: "42")])
        #expect(navigator.description == "Home > Recipe 42 > Step 2 of recipe 42 [back to Notes]")
        navigator.pop()
        #expect(navigator.description == "Home > Recipe 42")
    }

    @Test func aLinkThatLeadsNowhereLeavesTheScreens() {
        var navigator = Navigator()
        navigator.push(.recipe("42"))
        navigator.open(AppLinkURL(text: "https://recipes.example/admin"))
        #expect(navigator.path == [.recipe("42")])
        #expect(navigator.message != nil)
        navigator.pop()
        #expect(navigator == Navigator())
        navigator.pop()
        #expect(navigator == Navigator())
    }

    @Test func linksThatCameBeforeTheScreenAreShownInTheirOrder() async {
        let inbox = AppLinkInbox()
        inbox.receive(AppLinkURL(text: "recipes://recipes/1"))
        inbox.receive(AppLinkURL(text: "recipes://recipes/2"))
        var navigator = Navigator()
        var shown: [[Route]] = []
        for await link in inbox.links {
            navigator.open(link)
            shown.append(navigator.path)
            if shown.count == 2 { break }
        }
        #expect(shown == [[.recipe("1")], [.recipe("2")]])
    }
}
