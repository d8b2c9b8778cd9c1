# A formula for a tap: see Command/Packaging/README.md for how to use it.
class Applinks < Formula
  desc "Check and follow links that open apps"
  homepage "https://example.com/your-clone/bolts"
  url "https://example.com/your-clone/bolts.git", tag: "2.0.0"
  license "MIT"
  head "https://example.com/your-clone/bolts.git", branch: "main"

  depends_on macos: :sequoia

  uses_from_macos "python" => :build
  uses_from_macos "swift" => :build, since: :tahoe # Swift 6.2
  uses_from_macos "curl"
  uses_from_macos "zlib"

  def install
    ENV["SOURCE_DATE_EPOCH"] = time.to_i.to_s
    # SwiftPM's own sandbox cannot be entered within Homebrew's.
    arguments = ["--configuration", "release", "--disable-sandbox", "--package-path", "Command", "--product", "applinks"]
    arguments << "--static-swift-stdlib" if OS.linux?
    system "swift", "build", *arguments
    bin.install Pathname(Utils.safe_popen_read("swift", "build", *arguments, "--show-bin-path").chomp)/"applinks"

    generate_completions_from_executable(bin/"applinks", "--generate-completion-script", shell_parameter_format: :none)
    system "python3", "Development/Scripts/generate-manual.py", bin/"applinks", "manual"
    man1.install Dir["manual/*.1"]
    pkgshare.install "Command/Sources/applinks/Help/Schemas" => "schema"
    doc.install "docs/rules.md", "docs/licenses.md"
  end

  test do
    assert_equal "applinks #{version}", shell_output("#{bin}/applinks --version").strip
    (testpath/"page.html").write <<~HTML
      <!doctype html><title>Rye bread</title>
      <meta property="al:ios:url" content="recipes://42">
    HTML
    assert_match "recipes://42", shell_output("#{bin}/applinks resolve page.html")
    assert_match "Would open (app)",
      shell_output("#{bin}/applinks open page.html --device iphone --installed recipes")
  end
end
