// rtk: Pi extension. Hands every shell command to `rtk rewrite` before it runs and
// takes the answer only if it is the command itself with `rtk ` inserted. Whatever
// is missing or broken, the command runs as it was written. Pi has no permission
// rules, so the exit statuses 0 and 3 mean the same here.

import { execFile } from "node:child_process"
import { existsSync } from "node:fs"

const TIMEOUT_MS = 2000
let missing = false

/** True if `text` is `command` with the word `rtk ` inserted somewhere, and nothing else. */
function isInsertion(command: string, text: string): boolean {
  let at = 0
  for (let from = 0; from < text.length; ) {
    if (text.startsWith("rtk ", from) && !command.startsWith("rtk ", at)) {
      from += 4
    } else if (text[from] === command[at]) {
      from += 1
      at += 1
    } else {
      return false
    }
  }
  return at === command.length
}

/** The rewritten command, or undefined. Never throws, never waits longer than the timeout. */
function rewrite(command: string, cwd: string | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    try {
      const options = { maxBuffer: 1 << 20, windowsHide: true, cwd }
      const child = execFile("rtk", ["rewrite", command], options, (error, stdout) => {
        clearTimeout(timer)
        const code = (error as { code?: string | number } | null)?.code
        // A directory that is gone looks the same.
        if (code === "ENOENT" && !missing && (!cwd || existsSync(cwd))) {
          missing = true
          console.warn("rtk: not found on PATH; commands run unshortened")
        }
        resolve(!error || code === 3 ? String(stdout) : undefined)
      })
      // Not execFile's own timeout: that waits for whoever else holds the pipe.
      const timer = setTimeout(() => {
        child.kill("SIGKILL")
        child.stdout?.destroy()
        resolve(undefined)
      }, TIMEOUT_MS)
    } catch {
      resolve(undefined)
    }
  })
}

type ToolCall = { toolName?: string; input?: { command?: unknown } }
type Handler = (event: ToolCall, context?: { cwd?: string }) => Promise<void>

export default function rtk(pi: { on(event: "tool_call", handler: Handler): void }) {
  pi.on("tool_call", async (event, context) => {
    try {
      const command = event?.input?.command
      if (missing || event?.toolName !== "bash" || typeof command !== "string") return
      const text = await rewrite(command, context?.cwd)
      // The line end is rtk's own, but for that of a here-document.
      const answer = [text, text?.replace(/\n$/, "")].find((text) => text && isInsertion(command, text))
      if (answer) event.input!.command = answer
    } catch {
      // A thrown error would block the tool.
    }
  })
}
