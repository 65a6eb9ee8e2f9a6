// @ts-check
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const longestAnswer = 200_000
const longestMs = 120_000

/**
 * Runs a command of `mortise` and gives its JSON answer.
 *
 * No shell is involved, and a word of the model is never read as a flag: words stand behind `--`.
 *
 * @param {string} command
 * @param {{ flags?: readonly string[], words?: readonly string[], input?: string }} [line]
 * @returns {Promise<{ answer?: any, text: string, exit: number | null }>}
 */
export function mortise(command, { flags = [], words = [], input = '' } = {}) {
  const [file, ...first] = program()
  const line = [...first, command, ...flags, '--json', '--', ...words]
  const child = spawn(file, line, { stdio: ['pipe', 'pipe', 'pipe'], timeout: longestMs })
  return new Promise((resolve, reject) => {
    const [out, told] = [collect(child.stdout), collect(child.stderr)]
    child.on('error', reject)
    child.on('close', (exit) => {
      const text = out().trim()
      resolve(text.startsWith('{') ? { answer: parsed(text), text, exit } : { text: told().trim(), exit })
    })
    // The command may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    // The answer was cut: it is shown as text.
    return undefined
  }
}

/** @param {import('node:stream').Readable} stream */
function collect(stream) {
  let text = ''
  stream.setEncoding('utf8')
  stream.on('data', (piece) => {
    if (text.length < longestAnswer) text += piece
  })
  return () => text.slice(0, longestAnswer)
}

/** The command beside this package; else the one that the path leads to. @returns {readonly [string, ...string[]]} */
function program() {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('mortise/package.json'))
    return [process.execPath, join(folder, 'bin', 'mortise.js')]
  } catch {
    return ['mortise']
  }
}
