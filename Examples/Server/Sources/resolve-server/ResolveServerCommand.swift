import BoltsAppLinks
import Foundation
import Hummingbird
import ResolveServer

/// `resolve-server [PORT]` answers on this machine; port 0 takes any that is free.
///
/// With `--demo` it serves a page of its own, too, and may read it: otherwise only public addresses are asked.
@main
struct ResolveServerCommand {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let isDemo = arguments.contains("--demo")
        let port = arguments.lazy.compactMap { Int($0) }.first ?? 8_080

        var options = PageFetchOptions()
        options.totalTimeout = .seconds(5)
        options.bodyLimit = 512 * 1_024
        if isDemo { options.addressPolicy = .any }

        let router = Router()
        ResolveService(resolver: HTTPAppLinkResolver(fetchOptions: options), limit: 16).addRoutes(to: router)
        if isDemo { router.get("demo/recipe") { _, _ in demoPage } }

        // SIGTERM and Control-C let the requests that are being answered finish, and then end the program.
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                let address = "http://127.0.0.1:\(channel.localAddress?.port ?? port)"
                FileHandle.standardOutput.write(Data("\(address)/resolve?url=https://example.com/\n".utf8))
            }
        )
        try await application.runService()
        FileHandle.standardOutput.write(Data("stopped\n".utf8))
    }

    private static var demoPage: Response {
        let page = """
            <!doctype html><title>Rye bread</title>
            <meta property="al:ios:url" content="recipes://42">
            <meta property="al:ios:app_name" content="Recipes">

            """
        return Response(
            status: .ok,
            headers: [.contentType: "text/html; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: page))
        )
    }
}
