"""The programs behind the commands in `scripts`: a package for each, named like its command."""
