import BoltsAppLinks
import Foundation
import Hummingbird
import ResolveServer

/// `resolve-server [--demo] [PORT]` answers on this machine; port 0 takes any that is free.
///
/// With `--demo` it serves a page of its own, too, and may read it: otherwise only public addresses are asked.
@main
struct ResolveServerCommand {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let isDemo = arguments.contains("--demo")
        let rest = arguments.filter { $0 != "--demo" }
        guard let port = rest.isEmpty ? 8_080 : rest.first.flatMap({ UInt16($0) }).map(Int.init), rest.count < 2 else {
            let usage = """
                usage: resolve-server [--demo] [PORT]
                --demo serves a page to read. PORT is 8080 unless it is named; 0 takes any that is free.

                """
            FileHandle.standardError.write(Data(usage.utf8))
            exit(rest.contains("--help") ? 0 : 64)
        }

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
                let page = isDemo ? "\(address)/demo/recipe" : "https://example.com/"
                FileHandle.standardOutput.write(Data("\(address)/resolve?url=\(page)\n".utf8))
            }
        )
        do {
            try await application.runService()
        } catch {
            let failure = "resolve-server cannot serve port \(port): \(error)\n"
            FileHandle.standardError.write(Data(failure.utf8))
            exit(1)
        }
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
