"""`python -m teraload`."""

from teraload.cli import main

if __name__ == "__main__":
    main()
