#!/usr/bin/env python3
"""seeds.py TARGET DATA CORPUS: writes the start corpus of a fuzz target from the project's test data."""
import hashlib, json, os, sys

target, data, corpus = sys.argv[1:]
MAX = 16384 if target == 'filters' else 4096

def rows(name):
    path = os.path.join(data, 'cases', name)
    if os.path.exists(path):
        with open(path, encoding='utf-8') as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)

def files(*below, ends=''):
    for top, _, names in os.walk(os.path.join(data, *below)):
        for name in sorted(names):
            path = os.path.join(top, name)
            if name.endswith(ends) and os.path.getsize(path) <= MAX:
                with open(path, 'rb') as file:
                    yield file.read()

def commands():
    for name in ('rewrite.jsonl', 'security.jsonl'):
        for row in rows(name):
            text = row.get('cmd') or row.get('command') or row.get('in')
            if isinstance(text, str):
                yield text.encode('utf-8', 'replace')

def texts(kind):
    for row in rows('rewrite.jsonl'):
        value = row.get(kind)
        for text in value.values() if isinstance(value, dict) else [value]:
            if text is not None:
                yield (text if isinstance(text, str) else json.dumps(text)).encode('utf-8', 'replace')

def worlds(kind):
    """A command on the first line, then a settings or configuration file of its case."""
    for name in ('rewrite.jsonl', 'security.jsonl'):
        for row in rows(name):
            command, world = row.get('cmd'), row.get(kind)
            if not isinstance(command, str) or world is None:
                continue
            lists = isinstance(world, dict) and {'allow', 'ask', 'deny'} & set(world)
            files = [{'permissions': world}] if lists else list(world.values()) if isinstance(world, dict) else [world]
            for file in files:
                text = file if isinstance(file, str) else json.dumps(file)
                yield (command.split('\n')[0] + '\n' + text).encode('utf-8', 'replace')

def recordings():
    """The command, its standard output, and its standard error marked with `!`."""
    top = os.path.join(data, 'filters')
    for name in sorted(os.listdir(top)) if os.path.isdir(top) else []:
        def read(file):
            path = os.path.join(top, name, file)
            return open(path, 'rb').read() if os.path.exists(path) else b''
        command = read('cmd').strip()
        if command and b'\n' not in command:
            errors = b''.join(b'!' + line for line in read('raw.stderr').splitlines(True))
            yield command + b'\n' + read('raw.stdout') + errors

def seeds():
    if target == 'json' or target == 'hook':
        # The first byte of a hook's input picks the agent.
        agents = [bytes([number]) for number in range(16)] if target == 'hook' else [b'']
        for number, text in enumerate([*files('payloads'), *files('cases', 'hook_input')]):
            yield agents[number % len(agents)] + text
        for text in files('payloads'):
            yield from (agent + text.replace(b'mytool status', b'git push') for agent in agents)
        yield from texts('settings')
    elif target in ('settings', 'config'):
        yield from worlds('settings' if target == 'settings' else 'config')
    elif target == 'toml':
        yield from texts('config')
        yield b'[[hooks]]\nname = "a"\nt = { u = [1, 2.5, 1979-05-27T07:32:00Z] }\na."b".c = \'\'\'x\'\'\'\nd = """y\\\n z"""\n'
    elif target == 'pattern':
        yield b'^docker (build|run)\ndocker build .\ndocker ps'
        yield b'^(?:a|[b-d_]{2,3}|\\d+?)*\\b[^x\\s]$\nabcd 12\n'
    elif target in ('shell', 'decide'):
        yield from commands()
    elif target == 'rules':
        for command in commands():
            yield b'\n'.join(command.split())
    elif target == 'ansi':
        yield b'\x1b[1;31mred\x1b[0m\r\n10%\r20%\x1b[K\n\x1b]0;t\x07x\x1bPq\x1b\\a\x08a\xc2\x9b1m\x9b0m\x9dx\x9c'
        yield from files('filters')
    elif target == 'filters':
        yield from recordings()

os.makedirs(corpus, exist_ok=True)
for seed in seeds():
    seed = seed[:MAX]
    with open(os.path.join(corpus, hashlib.sha1(seed).hexdigest()), 'wb') as file:
        file.write(seed)
