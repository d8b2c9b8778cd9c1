"""Imports scripts by their file names, for their tests; imported first, it makes their modules known."""
import importlib.machinery
import importlib.util
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import project


def load(name):
    """A script of the folder for them as a module."""
    loader = importlib.machinery.SourceFileLoader(name.removesuffix(".py").replace("-", "_"), str(project.SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module
