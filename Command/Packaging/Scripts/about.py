"""What every package says of the command."""
import os
import pathlib
import re

SUMMARY = "Check and follow links that open apps"
# The licence of the command's own code.
LICENSE = "MIT"
# The licences of the binary, including the linked packages: see Command/Packaging/debian/copyright.
BINARY_LICENSE = "MIT AND Apache-2.0 WITH Swift-exception AND BSD-3-Clause AND Unicode-3.0"
KEYWORDS = ["android-app-links", "apple-app-site-association", "assetlinks", "deep-links", "linter", "universal-links"]
DESCRIPTION = pathlib.Path(__file__).resolve().parent.parent / "description.md"


def description():
    """The text of a package's page, in Markdown and without relative links."""
    return DESCRIPTION.read_text(encoding="utf-8")


def project_url():
    """The URL of the repository, or None: the project has none until somebody publishes it."""
    url = os.environ.get("PROJECT_URL")
    if url and not re.fullmatch(r"https://[!-~]+", url):
        raise SystemExit(f"PROJECT_URL is not an https URL: {url!r}")
    return url or None
