// One import for all of it, as it was in Bolts: a file that says `import Bolts` needs no other line.
@_exported public import BoltsAppLinks
@_exported public import BoltsAppLinksUI
@_exported public import BoltsFoundation
@_exported public import BoltsObjCNames
@_exported public import BoltsTasks
