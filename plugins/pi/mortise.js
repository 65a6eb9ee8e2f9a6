// @ts-check
// Warns when pi opens a session whose tool calls an API will refuse. It only reads, and keeps nothing waiting.
import { execFile } from 'node:child_process'

/**
 * @typedef {{ on(event: 'session_start', hear: (event: unknown, context: Context) => void): void }} Pi
 * @typedef {{ sessionManager: { getSessionFile(): string | undefined }, ui: { notify(text: string, kind: 'warning'): void } }} Context
 */

/** @param {Pi} pi */
// biome-ignore lint/style/noDefaultExport: pi calls the default export.
export default function mortise(pi) {
  pi.on('session_start', (_, context) => {
    // Not awaited: pi would start later.
    void warn(context)
  })
}

/** Warns of a broken session; resolves when it was read. @param {Context} context @returns {Promise<void>} */
export async function warn({ sessionManager, ui }) {
  const file = sessionManager.getSessionFile()
  // A session that is not saved has no file.
  const rules = file === undefined ? [] : refusedRules(await checked(file))
  if (rules.length === 0) return
  ui.notify(
    `Mortise: the API will refuse this session (${rules.join(', ')}). In a terminal: mortise doctor`,
    'warning',
  )
}

/** The answer of the command; none if it is absent. @param {string} file @returns {Promise<string>} */
function checked(file) {
  const words = ['check', '--as', 'session', '--json', '--', file]
  const limits = { timeout: 10_000, maxBuffer: 1 << 26 }
  return new Promise((resolve) => execFile('mortise', words, limits, (_, stdout) => resolve(stdout)))
}

/** The rules that an API refuses the session for. @param {string} text @returns {string[]} */
function refusedRules(text) {
  try {
    const { found } = JSON.parse(text)
    const refused = found.filter((/** @type {{ severity: string }} */ { severity }) => severity === 'refused')
    return [...new Set(refused.map((/** @type {{ rule: string }} */ { rule }) => rule))]
  } catch {
    return []
  }
}
