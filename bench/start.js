// @ts-check
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { body } from './corpus/bodies.js'
import { corpus } from './corpus/files.js'
import { must, race, ratios } from './harness.js'
import { mortise, run } from './process.js'

export const title = 'Starting the command, over `node -e 0`'

/** A start is short, and another process may take half of it: the best of so many is its cost. */
const tries = 7

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-'))
  try {
    return await measureIn(folder, settings)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} folder @param {import('./harness.js').Settings} settings */
async function measureIn(folder, settings) {
  const request = join(folder, 'request.json')
  writeFileSync(request, body('anthropic', 1e6).bytes)
  const session = corpus('mixed', 1e6).path
  const commands = [
    { what: '--version', words: ['--version'], bar: 'start, version' },
    { what: 'check, a request of 1 MB', words: ['check', request], bar: 'start, session' },
    { what: 'check, a session of 1 MB', words: ['check', session], bar: 'start, session' },
  ]
  const there = []
  for (const command of commands) {
    const { code } = await run(process.execPath, [mortise, ...command.words])
    if (code === 0 || (command.words.includes(session) && code === 1)) there.push(command)
    else must(command.words.includes(session), `mortise ${command.words.join(' ')} ends with ${code}`)
  }
  const samples = await race(
    [
      { name: 'node', sample: started(['-e', '0']), isBase: true },
      ...there.map(({ what, words }) => ({ name: what, sample: started([mortise, ...words]) })),
    ],
    settings,
    tries,
  )
  return commands.map(({ what, bar }) => {
    const values = ratios(samples(what), samples('node'))
    return values.length > 0
      ? { what, bar, values }
      : { what, bar, values, state: /** @type {const} */ ('absent') }
  })
}

/** @param {readonly string[]} words */
function started(words) {
  return async () => (await run(process.execPath, words)).took
}
