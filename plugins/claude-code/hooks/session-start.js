// @ts-check
// Warns when a session is resumed whose tool calls an API will refuse. It only reads, and never keeps a session from starting.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const transcript = transcriptPath()
if (transcript !== undefined) warnAbout(transcript)

/** @returns {string | undefined} */
function transcriptPath() {
  try {
    const { transcript_path: path } = JSON.parse(readFileSync(0, 'utf8'))
    return typeof path === 'string' && path !== '' ? path : undefined
  } catch {
    return undefined
  }
}

/** @param {string} path */
function warnAbout(path) {
  const words = ['check', '--as', 'session', '--json', '--', path]
  const { stdout } = spawnSync('mortise', words, { encoding: 'utf8', timeout: 4000, maxBuffer: 1 << 26 })
  const faults = faultsIn(stdout)
  if (faults.length === 0) return
  const rules = [...new Set(faults.map(({ rule }) => rule))].join(', ')
  const isRefused = faults.some(({ severity }) => severity === 'refused')
  const what = isRefused ? 'the API will refuse this session' : 'Claude Code loses part of this session'
  const systemMessage = `Mortise: ${what} (${rules}). In a terminal: mortise doctor`
  process.stdout.write(`${JSON.stringify({ systemMessage })}\n`)
}

/**
 * The faults that Claude Code does not heal by itself; none if the command is absent or says something else.
 *
 * @param {string | null} text @returns {{ rule: string, severity: string }[]}
 */
function faultsIn(text) {
  try {
    const { found } = JSON.parse(text ?? '')
    return found.filter(
      (/** @type {{ severity: string, copes?: { does: string } }} */ { severity, copes }) =>
        severity === 'refused' || copes?.does === 'loses',
    )
  } catch {
    return []
  }
}
