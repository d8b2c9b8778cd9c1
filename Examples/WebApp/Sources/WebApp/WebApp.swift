import RecipeSite

@main
struct WebApp {
    static func main() async throws {
        let port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
        let site = RecipeSite()
        let server = try await WebServer(port: port) { site.respond(origin: $0, request: $1) }
        print("Open \(server.origin)/ and follow its link. Control-C ends this.")
        try await server.run()
    }
}
