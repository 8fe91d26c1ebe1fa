// A stand-in for the hosts of the TypeScript plugins: see README.md.
import assert from "node:assert/strict"
import fs from "node:fs"
import path from "node:path"
import { pathToFileURL } from "node:url"

const [name, plugin, bin] = process.argv.slice(2)
const isPi = name === "pi"
const tool = "bash"

let warnings = 0
console.warn = () => (warnings += 1)

const load = async (query) => (await import(`${pathToFileURL(plugin).href}?${query}`)).default
const directory = process.cwd()

// The command after the plugin has seen it.
const through = (plug) => async (command, call = {}) => {
  const args = { command, timeout: 7, ...call.args }
  const before = JSON.stringify(args)
  if (call.frozen) Object.freeze(args)
  if (isPi) await plug({ type: "tool_call", toolName: call.tool ?? tool, toolCallId: "1", input: args }, { cwd: call.cwd ?? directory })
  else await plug({ tool: call.tool ?? tool, sessionID: "s", callID: "c" }, { args })
  const { command: after, ...rest } = args
  const { command: _, ...same } = JSON.parse(before)
  assert.deepEqual(rest, same, "another argument changed")
  return after
}
const start = async (query) => {
  const main = await load(query)
  if (!isPi) return through((await main({ directory }))["tool.execute.before"])
  let handler
  main({ on: (event, called) => ((handler = called), assert.equal(event, "tool_call")) })
  return through(handler)
}

const says = (text, status = 0) => {
  fs.writeFileSync(path.join(bin, "says"), text)
  fs.writeFileSync(path.join(bin, "status"), String(status))
  fs.writeFileSync(path.join(bin, "log"), "")
}
const log = () => fs.readFileSync(path.join(bin, "log"), "utf8")
const answer = (text) => (isPi ? text : JSON.stringify({ command: text }))

const call = await start("usual")

// Insertions are taken, whatever the command holds.
for (const [command, text] of [
  ["git status", "rtk git status"],
  ["cd x && git status", "cd x && rtk git status"],
  ["git add . && git status", "rtk git add . && rtk git status"],
  ["echo 'é \u{1f600}' && ls", "echo 'é \u{1f600}' && rtk ls"],
  ["cat <<E\nrtk x\nE\n", "rtk cat <<E\nrtk x\nE\n"],
  ["git log -1 --format='%s\t\"q\"'", "rtk git log -1 --format='%s\t\"q\"'"],
  ["bash -c 'git status'", "bash -c 'rtk git status'"],
]) {
  says(answer(text))
  assert.equal(await call(command), text)
  const asked = isPi ? ["rewrite", command] : ["hook", name]
  assert.ok(log().startsWith(asked.join(" ")), `asked: ${log()}`)
  if (!isPi) {
    const { tool: asked, args, cwd } = JSON.parse(log().slice(`hook ${name}\n`.length))
    assert.deepEqual([asked, args.command, cwd], ["bash", command, directory])
  }
}
if (isPi) {
  says("rtk git status\n")
  assert.equal(await call("git status"), "rtk git status", "rtk's own line end")
  says("rtk git status", 3)
  assert.equal(await call("git status"), "rtk git status", "status 3 carries a rewrite")
}

// Anything else is not.
for (const text of [
  "", "\n", "git", "git status --porcelain", "rtk git statu", "rtk git status; rm -rf ~", "rtk", "rtk ",
  "rm -rf ~", "rtk rm -rf ~", "rtkgit status", "rtk  git status", "RTK git status", " rtk git status",
  "rtk git\nstatus", "usage: rtk [OPTIONS]\n", "Segmentation fault", "\u0000rtk git status", "sudo rtk git status",
  "rtk git status\nrtk git status", "x".repeat(2 << 20),
]) {
  says(answer(text))
  assert.equal(await call("git status"), "git status", JSON.stringify(text.slice(0, 60)))
}
const raw = ["{", "null", "5", "[]", "{}", '{"command":5}', '{"command":null}', '{"deny":5}', "rtk git status", "\u0000\u0001\u00ff"]
for (const text of isPi ? [] : raw) {
  says(text)
  assert.equal(await call("git status"), "git status", JSON.stringify(text))
}
for (const status of isPi ? [1, 2, 4, 101, 126, 127, 139] : [1, 2, 3, 101, 127, 139]) {
  says(answer("rtk git status"), status)
  assert.equal(await call("git status"), "git status", `status ${status}`)
}
says(answer("rtk git status"), "killed")
assert.equal(await call("git status"), "git status", "killed by a signal")

// Calls that are not a shell command: rtk is not even asked.
says(answer("rtk git status"))
for (const call_ of [{ tool: "read" }, { tool: "" }, { args: { command: 5 } }, { args: { command: null } }, { args: { command: ["ls"] } }])
  await call("git status", call_)
assert.equal(log(), "")
await call("git status", { frozen: true })
const plug = isPi
  ? await new Promise((resolve) => load("usual").then((main) => main({ on: (_, handler) => resolve(handler) })))
  : (await (await load("usual"))({ directory }))["tool.execute.before"]
for (const odd of [[], [null, null], [{}, {}], [{ tool, toolName: tool }, {}], [{ tool, toolName: tool, input: null }, { args: null }]]) await plug(...odd)

// The one intended refusal.
if (!isPi) {
  says(JSON.stringify({ deny: "settings.json:3: Bash(git push:*)" }))
  await assert.rejects(call("rtk git push"), /^Error: rtk: settings\.json:3: Bash\(git push:\*\)$/)
}

// Long commands, and those that no program can be given.
const long = "git status #" + "y".repeat(300_000)
says(answer("rtk " + long))
assert.equal(await call(long), isPi ? long : "rtk " + long)
says(answer("rtk git status"))
assert.equal(await call("git status\u0000"), "git status\u0000")
if (isPi) assert.equal(await call("git status", { cwd: "/no/such/directory" }), "git status")

// A hang is over after two seconds, also when a grandchild keeps the pipe.
says(answer("rtk git status"), "hang")
const began = Date.now()
assert.equal(await call("git status"), "git status")
const waited = Date.now() - began
assert.ok(waited >= 1500 && waited < 6000, `${waited} ms`)
says(answer("rtk git status"))
assert.equal(await call("git status"), "rtk git status", "and the next call works")
assert.equal(warnings, 0)

// Without rtk: one warning, and no more tries.
process.env.PATH = "/nowhere"
const without = await start("missing")
for (const _ of [1, 2, 3]) assert.equal(await without("git status"), "git status")
assert.equal(warnings, 1)
process.env.PATH = bin
assert.equal(await without("git status"), "git status", "disabled")

console.log("ok")
process.exit(0)
