// Nothing is called: see TestWidth.c.
