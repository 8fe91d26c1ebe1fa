"""rtk: Hermes plugin. Hands every shell command to `rtk rewrite` before it runs.

The answer is taken only if it is the command itself with `rtk ` inserted. Exit
status 0 and 3 carry a rewrite, 1 and 2 none, anything else is one warning.
Whatever is missing or broken, the command runs as it was written.
"""

import logging
import subprocess

TIMEOUT_S = 2.0
TOOL = "terminal"

_log = logging.getLogger("rtk")
_warned = set()


def _warn_once(about, message):
    if about not in _warned:
        _warned.add(about)
        _log.warning("rtk: %s; commands run unshortened", message)


def is_insertion(command, text):
    """True if `text` is `command` with the word `rtk ` inserted somewhere, and nothing else."""
    at = start = 0
    while start < len(text):
        if text.startswith("rtk ", start) and not command.startswith("rtk ", at):
            start += 4
        elif command[at : at + 1] == text[start]:
            start += 1
            at += 1
        else:
            return False
    return at == len(command)


def rewrite(command):
    """The rewritten command, or None. Never raises."""
    if not isinstance(command, str) or not command.strip() or "missing" in _warned:
        return None
    try:
        done = subprocess.run(
            ["rtk", "rewrite", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=TIMEOUT_S,
        )
    except FileNotFoundError:
        _warn_once("missing", "not found on PATH")
        return None
    except subprocess.TimeoutExpired:
        _warn_once("timeout", "no answer within %g s" % TIMEOUT_S)
        return None
    except Exception as error:  # NUL in the command, no more processes, ...
        _warn_once("start", "cannot be started: %s" % error)
        return None
    if done.returncode in (1, 2):
        return None
    if done.returncode not in (0, 3):
        _warn_once("status", "unexpected exit status %d" % done.returncode)
        return None
    text = done.stdout.decode("utf-8", "replace")
    for answer in (text, text[:-1] if text.endswith("\n") else text):
        if answer != command and is_insertion(command, answer):
            return answer
    return None


def tool_request(tool_name=None, args=None, original_args=None, **_):
    """Middleware: the arguments with the command rewritten, or None for no change."""
    try:
        if tool_name != TOOL or not isinstance(args, dict):
            return None
        text = rewrite(args.get("command"))
        return None if text is None else {"args": {**args, "command": text}}
    except Exception:
        return None


def pre_tool_call(tool_name=None, args=None, **_):
    """Older hosts: the arguments are changed in place."""
    try:
        if tool_name == TOOL and isinstance(args, dict):
            text = rewrite(args.get("command"))
            if text is not None:
                args["command"] = text
    except Exception:
        pass


def register(ctx):
    """Called by the host. One of the two, never both: the second would find nothing to do."""
    try:
        if hasattr(ctx, "register_middleware"):
            ctx.register_middleware("tool_request", tool_request)
        else:
            ctx.register_hook("pre_tool_call", pre_tool_call)
    except Exception as error:
        _warn_once("register", "cannot be registered: %s" % error)
