"""The parts of move-from-bolts."""
