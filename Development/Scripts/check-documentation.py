#!/usr/bin/env python3
"""Opens pages of the built documentation in Chromium, and fails where the side bar does not lead through the site.

Usage: check-documentation.py [--pictures FOLDER]

Run build-documentation.sh first. Each page is loaded by its address, as from a search engine: its side bar must show the
page itself, marked as the current one, and a link to another module, which must open that module. Needs chromium.
"""
import argparse
import json
import pathlib
import sys

from chromium import devtools
from project import ROOT

SITE = ROOT / ".build-documentation/site"
# A landing page, articles, types and a member, of five modules.
PAGES = [
    "documentation/bolts",
    "documentation/boltstasks/chainsanderrors",
    "documentation/boltstasks/boltstask/result",
    "documentation/boltsapplinks",
    "documentation/boltsassociations/appsiteassociation",
    "documentation/boltsobjcnames/movingfrombolts",
]
# The items of the side bar that can be seen: the list keeps others, far above the page.
ITEMS = "[...document.querySelectorAll('.navigator-card-item')].filter(e => e.getBoundingClientRect().bottom > 0)"
# The page's title and the marked items of the side bar, once there is one or the side bar says that it has none.
STATE = f"""(() => {{
    const title = document.querySelector('h1.title'), bar = document.querySelector('.navigator')
    if (!title || !bar || !bar.innerText.includes('Navigator is ready')) return null
    const current = {ITEMS}.filter(item => item.classList.contains('active')).map(item => item.innerText.trim())
    if (!current.length && !bar.innerText.includes('No data available.')) return null
    return {{ title: title.innerText.trim(), current }}
}})()"""


def problem(page, address, path, pictures):
    """What is wrong with the side bar of a page, or None. Takes a picture of it if there is a folder for pictures."""
    page.call("Page.navigate", url=f"{address}/{path}")
    # The address changes before the page does.
    here = f"location.pathname.startsWith('/{path}') ? {STATE} : null"
    shown = devtools.wait_for(f"{path}: a marked item in the side bar", lambda: page.value(here))
    if len(shown["current"]) != 1:
        return f"the side bar marks {shown['current'] or 'no item'} as the current page, {shown['title']!r}"
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
        page.take_picture(pictures / f"{path.replace('/', '-')}.png")
    # The side bar has only the items that can be seen; the modules are at its top.
    page.value("document.querySelector('.navigator .scroller').scrollTop = 0")
    links = f"""{ITEMS}.map(item => item.querySelector('a')).filter(link => link &&
        link.pathname.startsWith('/documentation/') && link.pathname.split('/')[2] != '{path.split("/")[1]}')"""
    # One step, because the side bar may draw its items anew between two.
    click = f"(link => {{ if (!link) return null; link.click(); return link.pathname }})({links}[0])"
    other = devtools.wait_for(f"{path}: a link to another module in the side bar", lambda: page.value(click))
    opened = f"location.pathname == '{other}' && {STATE}"
    devtools.wait_for(f"{path}: the page of {other}, which the side bar leads to", lambda: page.value(
        f"(state => state && state.title != {json.dumps(shown['title'])} && state.current.length == 1)({opened})"))
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pictures", type=pathlib.Path, help="a folder for a picture of each page")
    arguments = parser.parse_args()
    if not (SITE / "index/index.json").exists():
        sys.exit(f"there is no {SITE}: run Development/Scripts/build-documentation.sh first")
    address = devtools.serve(SITE)
    failed = False
    with devtools.chromium(1280, 900) as page:
        for path in PAGES:
            if not (SITE / path / "index.html").exists():
                sys.exit(f"the site has no page {path}: correct the list in {pathlib.Path(__file__).name}")
            found = problem(page, address, path, arguments.pictures)
            print(f"{path}: {found or 'the side bar leads to it and to another module'}")
            failed = failed or found is not None
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
