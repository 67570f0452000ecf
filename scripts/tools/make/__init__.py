"""`scripts/make`: files of the project that are made by a program, made anew."""
