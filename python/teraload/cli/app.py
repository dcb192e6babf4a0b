"""The application and its commands."""

from __future__ import annotations

import typer

from teraload import __version__
from teraload.cli import generate, line, load, plan, rejects, schema, sniff

app = typer.Typer(
    help="Load delimited files into databases as fast as the machine allows; prove that no row was lost or doubled.",
    # Plain text: rich's help takes twice as long to come up as the rest of the command.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"teraload {__version__}")
        raise typer.Exit


@app.callback()
def _app(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    pass


app.command("load", no_args_is_help=True)(load.load)
app.command("plan", no_args_is_help=True)(plan.plan)
app.command("sniff", no_args_is_help=True)(sniff.command)
app.command("generate", no_args_is_help=True)(generate.generate)
app.command("rejects")(rejects.rejects)
app.command("line", no_args_is_help=True)(line.line)
app.command("schema")(schema.schema)
