"""Settings of the command line: arguments, Hydra's configuration and its checks."""
