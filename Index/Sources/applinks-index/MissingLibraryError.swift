/// The error that libcurl is missing on Linux; without this check, each fetch would fail separately.
struct MissingLibraryError: Error, CustomStringConvertible {
    var description: String {
        "The service cannot fetch pages: libcurl 7.68 or newer is not installed. Install it (libcurl4 on Debian and Ubuntu, "
            + "libcurl on Fedora and Alpine, curl on Arch)."
    }
}
