import ArgumentParser

/// The file of settings.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A JSON file with settings, by the names of the options: {\"port\": 8080}.",
            discussion: """
                A setting may also be an environment variable, such as \(Setting.prefix)PORT. An option counts before the variable, \
                and the variable before the file, which \(Setting.fileVariable) can name. An unknown setting is an error.
                """,
            valueName: "path"
        )
    )
    var config: String?
}
