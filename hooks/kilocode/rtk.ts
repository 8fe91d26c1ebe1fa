// rtk: Kilo Code plugin. Hands every shell command to `rtk hook kilocode` before it
// runs and takes the answer only if it is the command itself with `rtk ` inserted.
// Whatever is missing or broken, the command runs as it was written.

import { execFile } from "node:child_process"

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

/** What `rtk` answers, or undefined. Never throws, never waits longer than the timeout. */
function ask(payload: object): Promise<string | undefined> {
  return new Promise((resolve) => {
    try {
      const options = { maxBuffer: 1 << 20, windowsHide: true }
      const child = execFile("rtk", ["hook", "kilocode"], options, (error, stdout) => {
        clearTimeout(timer)
        if ((error as { code?: string | number } | null)?.code === "ENOENT" && !missing) {
          missing = true
          console.warn("rtk: not found on PATH; commands run unshortened")
        }
        resolve(error ? undefined : String(stdout))
      })
      // Not execFile's own timeout: that waits for whoever else holds the pipe.
      const timer = setTimeout(() => {
        child.kill("SIGKILL")
        child.stdout?.destroy()
        resolve(undefined)
      }, TIMEOUT_MS)
      child.stdin?.on("error", () => {})
      child.stdin?.end(JSON.stringify(payload))
    } catch {
      resolve(undefined)
    }
  })
}

type Call = { args?: { command?: unknown; workdir?: unknown } }

export const Rtk = async (context?: { directory?: string }) => ({
  "tool.execute.before": async (input: { tool?: string }, output: Call) => {
    let refusal: string | undefined
    try {
      const command = output?.args?.command
      if (missing || input?.tool !== "bash" || typeof command !== "string") return
      const cwd = typeof output.args?.workdir === "string" ? output.args.workdir : context?.directory
      const answer = await ask({ tool: "bash", args: { command }, cwd })
      if (!answer) return
      const { command: text, deny } = JSON.parse(answer)
      if (typeof deny === "string") refusal = deny
      else if (typeof text === "string" && isInsertion(command, text)) output.args!.command = text
    } catch {
      return
    }
    // The one intended refusal: a denied command behind `rtk`, which the agent's rule cannot see.
    if (refusal !== undefined) throw new Error(`rtk: ${refusal}`)
  },
})

export default Rtk
