// Gives every file of this module the old names of Bolts. Delete this file when the compiler warns of none of them.
@_exported import BoltsObjCNames
