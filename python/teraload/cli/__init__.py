"""The command line: one file a command, here what they share."""

from __future__ import annotations

import sys

from typer.exceptions import TyperException

from teraload.cli.app import app
from teraload.cli.one_line import one_line

# What typer returns for a KeyboardInterrupt, which it catches itself.
_INTERRUPTED = 130


def main() -> None:
    """Run the command that the arguments say, and exit with its code."""
    from teraload.errors import Error, ExitCode

    try:
        # Not standalone: on its own, typer would end at Ctrl-C with another code, and print errors as it likes.
        if app(standalone_mode=False) == _INTERRUPTED:
            raise KeyboardInterrupt
    except TyperException as error:
        message = error.format_message()
        is_help = message.startswith("Usage:")
        sys.stderr.write(f"{message}\n" if is_help else f"teraload: {message.rstrip('.')}. See teraload --help\n")
        sys.exit(int(ExitCode.USAGE))
    except Error as error:
        sys.stderr.write(f"teraload: {one_line(str(error))}\n")
        sys.exit(int(error.exit_code))
    except KeyboardInterrupt:
        sys.stderr.write("teraload: stopped\n")
        sys.exit(int(ExitCode.STOPPED))
    except BrokenPipeError:
        sys.exit(int(ExitCode.FAILED))
