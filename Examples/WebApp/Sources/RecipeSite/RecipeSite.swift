public import BoltsAppLinks
internal import BoltsAppLinksUI

/// A site of one recipe, whose app is opened by `recipes:`.
///
/// Its pages run no script, and their policy allows no style but that of the site's own file.
public struct RecipeSite: Sendable {
    private let events: MeasurementEventCenter

    /// Makes the site.
    ///
    /// - Parameter events: Where arrivals by a link are posted.
    public init(events: MeasurementEventCenter = .shared) { self.events = events }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - origin: Where the site is.
    ///   - request: The request.
    /// - Returns: A page, the style sheet, or the answer that nothing is there.
    public func respond(origin: String, request: WebRequest) -> WebResponse {
        switch request.target.prefix(while: { $0 != "?" }) {
        case "/": page(Self.home(origin), for: request, origin)
        case "/recipe/42": page(Self.recipe(origin), for: request, origin)
        case "/style.css":
            WebResponse(
                fields: [("Content-Type", "text/css")],
                body: Array((ReturnToReferrerHTML.stylesheet + "\n" + Self.stylesheet).utf8)
            )
        default: WebResponse(status: 404, fields: [("Content-Type", "text/plain")], body: Array("Nothing here.\n".utf8))
        }
    }

    /// A page, with the way back in it where the visitor was sent by someone.
    private func page(_ html: String, for request: WebRequest, _ origin: String) -> WebResponse {
        // Posts al_nav_in for analytics where the visitor came by a link.
        _ = AppLinkURL(inboundText: origin + request.target, sourceApplication: nil, events: events)
        var body = Array(html.utf8)
        var cacheControl = "public, max-age=600"
        if let banner = try? ReturnToReferrerHTML(requestURL: request.target) {
            body = ReturnToReferrerHTMLInserter.insert(banner, into: body).page
            cacheControl = "private, no-store"
        }
        return WebResponse(
            fields: [
                ("Content-Type", "text/html; charset=utf-8"),
                ("Content-Security-Policy", Self.policy),
                ("Cache-Control", cacheControl),
                ("Referrer-Policy", "no-referrer"),
            ],
            body: body
        )
    }

    private static let policy =
        "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

    private static func head(_ title: String) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(title)</title>
        <link rel="stylesheet" href="/style.css">
        """
    }

    private static func home(_ origin: String) -> String {
        let sender = AppLinkNavigation.callbackAppLinkData(appName: "Notes", urlText: origin + "/?note=7")
        return """
            \(head("Recipes"))
            </head>
            <body>
            <main>
            <h1>Recipes</h1>
            <p>An app called Notes links to <a href="\(link(sender, into: "/recipe/42"))">a recipe</a>. Follow it as a
            device without the recipes' app would: the page says where you came from.</p>
            </main>
            </body>
            </html>

            """
    }

    private static func recipe(_ origin: String) -> String {
        var own = AppLinkNavigation.callbackAppLinkData(appName: "Recipes on the web", urlText: origin + "/recipe/42")
        own.targetURLText = origin + "/recipe/42"
        return """
            \(head("Apple pie"))
            <meta property="al:ios:url" content="recipes://42">
            <meta property="al:ios:app_name" content="Recipes">
            <meta property="al:android:url" content="recipes://42">
            <meta property="al:android:package" content="example.recipes">
            <meta property="al:web:url" content="\(origin)/recipe/42">
            </head>
            <body>
            <main>
            <h1>Apple pie</h1>
            <p class="lead">For eight, in an hour and a half.</p>
            <p><a class="button" id="app" href="\(link(own, into: "recipes://42"))">Cook it in the app</a></p>
            <h2>For the pastry</h2>
            <ul><li>300 g of flour</li><li>150 g of cold butter</li><li>1 egg</li><li>a pinch of salt</li></ul>
            <h2>For the filling</h2>
            <ul><li>1 kg of apples</li><li>80 g of sugar</li><li>cinnamon, and the juice of a lemon</li></ul>
            <p><label>For how many? <input id="servings" inputmode="numeric" size="3"></label></p>
            </main>
            </body>
            </html>

            """
    }

    /// A URL with data in it, for an attribute: what is written there needs no escaping but of the ampersand.
    private static func link(_ data: AppLinkData, into url: String) -> String {
        let text = (try? AppLinkDataCodec().encode(data, into: url)) ?? url
        return text.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
    }

    private static let stylesheet = """
        :root{color-scheme:light dark;--paper:#fdfbf7;--ink:#221d18;--soft:#6b5f52;--line:#e7dfd3;--accent:#9c3d12}
        @media (prefers-color-scheme:dark){
        :root{--paper:#171412;--ink:#f0e9e1;--soft:#b5a899;--line:#37302a;--accent:#f0a47c}
        }
        body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 Georgia,"DejaVu Serif",serif}
        main{max-width:38rem;margin:0 auto;padding:2rem 1.25rem 4rem}
        h1{font-size:2.25rem;line-height:1.15;margin:.5rem 0}
        h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid var(--line);padding-bottom:.35rem}
        .lead{color:var(--soft);margin-top:0}
        ul{padding-left:1.2rem;margin:.5rem 0}
        a{color:var(--accent)}
        .button{display:inline-block;border:1px solid;border-radius:999px;padding:.45rem 1.1rem;text-decoration:none}
        input{font:inherit;padding:.1rem .4rem}
        """
}
