"""A stand-in for Hermes: see README.md."""

import importlib.util
import logging
import os
import sys
import time
import unittest

PLUGIN, BIN = sys.argv[1:3]


class Context:
    """What `register` is given: a host with middleware, or an older one."""

    def __init__(self, middleware):
        self.called = {}
        if middleware:
            self.register_middleware = self.register_hook

    def register_hook(self, event, callback):
        self.called[event] = callback


def load():
    spec = importlib.util.spec_from_file_location("rtk_rewrite", PLUGIN)
    plugin = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(plugin)
    return plugin


def says(text, status=0):
    with open(os.path.join(BIN, "says"), "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
    for name, value in (("status", status), ("log", "")):
        with open(os.path.join(BIN, name), "w") as file:
            file.write(str(value))


def log():
    with open(os.path.join(BIN, "log"), encoding="utf-8", errors="replace") as file:
        return file.read()


class Plugin(unittest.TestCase):
    def setUp(self):
        os.environ["PATH"] = BIN
        self.plugin = load()
        self.warnings = []
        handler = logging.Handler()
        handler.emit = lambda record: self.warnings.append(record.getMessage())
        logger = logging.getLogger("rtk")
        logger.handlers, logger.propagate = [handler], False

    def both(self, command, expected, tool="terminal"):
        """What the middleware and the older hook make of a command."""
        args = {"command": command, "timeout": 7}
        answer = self.plugin.tool_request(tool_name=tool, args=args, original_args=args, extra=1)
        self.assertEqual(args, {"command": command, "timeout": 7}, "changed in place")
        changed = expected != command
        self.assertEqual(answer, {"args": {"command": expected, "timeout": 7}} if changed else None)
        self.assertIsNone(self.plugin.pre_tool_call(tool_name=tool, args=args, session="s"))
        self.assertEqual(args, {"command": expected, "timeout": 7})

    def test_registers_one_of_the_two(self):
        for middleware, event in ((True, "tool_request"), (False, "pre_tool_call")):
            context = Context(middleware)
            self.plugin.register(context)
            self.assertEqual(list(context.called), [event])
        self.plugin.register(None)
        self.assertEqual(len(self.warnings), 1)

    def test_insertions_are_taken(self):
        for status in (0, 3):
            for command, text in (
                ("git status", "rtk git status"),
                ("cd x && git status", "cd x && rtk git status"),
                ("echo 'é \U0001f600' && ls", "echo 'é \U0001f600' && rtk ls"),
                ("cat <<E\nrtk x\nE\n", "rtk cat <<E\nrtk x\nE\n"),
            ):
                says(text, status)
                self.both(command, text)
                self.assertEqual(log().splitlines()[0], ("rewrite " + command).splitlines()[0])
        says("rtk git status\n")
        self.both("git status", "rtk git status")
        self.assertEqual(self.warnings, [])

    def test_anything_else_is_not(self):
        for text in (
            "", "\n", "git status", "rtk git statu", "rtk git status; rm -rf ~", "rtk ", "rm -rf ~",
            "rtk rm -rf ~", "rtkgit status", "rtk  git status", " rtk git status", "rtk git\nstatus",
            "usage: rtk [OPTIONS]\n", "rtk git status\nrtk git status", b"\xff\x00rtk git status", "x" * (2 << 20),
        ):
            says(text)
            self.both("git status", "git status")

    def test_statuses(self):
        for status in (1, 2):
            says("rtk git status", status)
            self.both("git status", "git status")
        self.assertEqual((self.warnings, len(log()) > 0), ([], True))
        for status in (4, 101, 127, "killed"):
            says("rtk git status", status)
            self.both("git status", "git status")
        self.assertEqual(len(self.warnings), 1)

    def test_what_is_no_shell_command(self):
        says("rtk git status")
        for tool in ("read_file", "Terminal", "", None):
            self.both("git status", "git status", tool)
        for args in (None, 5, [], "git status", {}, {"command": None}, {"command": 5}, {"command": ["ls"]}, {"command": " "}):
            self.assertIsNone(self.plugin.tool_request("terminal", args))
            self.assertIsNone(self.plugin.pre_tool_call("terminal", args))
        self.assertIsNone(self.plugin.tool_request())
        self.assertIsNone(self.plugin.pre_tool_call())
        self.assertEqual(log(), "")
        for command in ("git status\0", "git status \ud800", "git status #" + "y" * 300000):
            self.both(command, command)

    def test_a_hang_is_over_after_two_seconds(self):
        says("rtk git status", "hang")
        began = time.monotonic()
        self.assertIsNone(self.plugin.tool_request("terminal", {"command": "git status"}))
        self.assertTrue(1.5 < time.monotonic() - began < 6)
        self.assertEqual(len(self.warnings), 1)
        says("rtk git status")
        self.both("git status", "rtk git status")

    def test_without_rtk_one_warning(self):
        os.environ["PATH"] = "/nowhere"
        for _ in range(3):
            self.both("git status", "git status")
        self.assertEqual(len(self.warnings), 1)
        os.environ["PATH"] = BIN
        says("rtk git status")
        self.both("git status", "git status")


unittest.main(argv=[sys.argv[0]])
