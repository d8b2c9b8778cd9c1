import BoltsTasks
import Foundation
import PhotoImport

/// `photo-importer FROM TO` imports the pictures of a folder; `photo-importer` alone makes some first, and is slow.
@main
struct PhotoImporterCommand {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let destination: URL
        let source: any PhotoSource
        let names: [String]
        switch arguments.count {
        case 2:
            let folder = FolderSource(URL(fileURLWithPath: arguments[0]))
            (source, names) = (folder, try folder.names())
            destination = URL(fileURLWithPath: arguments[1])
        case 0:
            let place = FileManager.default.temporaryDirectory.appendingPathComponent("photos-\(UUID().uuidString)")
            let folder = FolderSource(try makeSamples(40, in: place.appendingPathComponent("camera")))
            (source, names) = (SlowCamera(folder, delay: .milliseconds(200)), try folder.names())
            destination = place.appendingPathComponent("library")
        default:
            FileHandle.standardError.write(Data("usage: photo-importer [FROM TO]\n".utf8))
            exit(64)
        }

        // The first Control-C cancels the import; a second one ends the program at once.
        let stop = CancellationToken.onSignals(SIGINT)
        let bar = ProgressBar(total: names.count)
        let task = PhotoImporter(from: source, into: try PhotoLibrary(destination))
            .run(names, cancellationToken: stop, report: { name, outcome in bar.report(name, outcome) })
        do {
            try await task.value
            bar.finish()
            print("\(bar.imported) of \(names.count) pictures imported into \(destination.path)")
        } catch is CancellationError {
            bar.finish()
            print("stopped: \(bar.imported) of \(names.count) pictures imported into \(destination.path)")
            exit(128 + SIGINT)
        }
        if bar.failed > 0 { exit(1) }
    }

    private static func makeSamples(_ count: Int, in folder: URL) throws -> URL {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for number in 1...count {
            let digits = String(number)
            let name = "IMG_" + String(repeating: "0", count: 4 - digits.count) + digits + ".ppm"
            try Data(Picture.sample(number).file).write(to: folder.appendingPathComponent(name))
        }
        return folder
    }
}
