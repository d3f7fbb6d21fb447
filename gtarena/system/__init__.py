"""Access to the machine: files, output, processes, and secrets that are hidden."""
