"""What the builds of the repository made, for the scripts that call it or compile against it."""
import os
import pathlib
import subprocess

import project


def folder(*options):
    """The products of a package that has been built."""
    done = subprocess.run(["swift", "build", *options, "--show-bin-path"], cwd=project.ROOT, check=True, capture_output=True, text=True)
    return pathlib.Path(done.stdout.strip())


def command():
    """Builds the command, and returns its path."""
    options = ["--package-path", project.COMMAND, "--product", "applinks"]
    subprocess.run(["swift", "build", *options], cwd=project.ROOT, check=True, stdout=subprocess.DEVNULL)
    return str(folder(*options) / "applinks")


def compiler_flags(products):
    """What the compiler needs to import the library's modules from the products of its build."""
    maps = project.files(products, "CBolts*.build/module.modulemap")
    return ["-I", str(products / "Modules"), *(flag for path in maps for flag in ("-Xcc", f"-fmodule-map-file={path}"))]


def module_maps(place):
    """Writes a map for each C module of the library into a folder, and returns the compiler's flags for them."""
    flags = []
    for header in project.files(project.LIBRARY, "C*/include/*.h") + project.files(project.COMMAND / "Sources", "C*/include/*.h"):
        path = place / f"{header.stem}.modulemap"
        # Another run of a script may be reading the map, so it is replaced as a whole.
        whole = path.with_suffix(f".{os.getpid()}")
        whole.write_text(f'module {header.stem} {{ header "{header}" export * }}\n', encoding="utf-8")
        whole.replace(path)
        flags += ["-Xcc", f"-fmodule-map-file={path}"]
    return flags
