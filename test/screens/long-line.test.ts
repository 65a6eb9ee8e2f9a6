import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { folderWith, mortise } from './run.ts'

const folder = folderWith({})

const text = Buffer.from('a line of output, \\"quoted\\" and “so on”\\n')
const longest = 200e6
const line = (message: unknown): string => `${JSON.stringify({ message })}\n`
const hole = '"…"'
const result = (content: string): unknown => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content }],
})
const [before, after] = line(result('…')).split(hole) as [string, string]

/** A session whose result, on line 3, is 200 MB long; it is torn where `end` does not close it. */
function writeSession(name: string, end: string): void {
  const file = openSync(join(folder, name), 'w')
  const call = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} }
  writeSync(file, line({ role: 'user', content: 'go' }) + line({ role: 'assistant', content: [call] }))
  writeSync(file, `${before}"`)
  const block = Buffer.concat(Array.from({ length: 10_000 }, () => text))
  for (let size = 0; size < longest; size += block.length) writeSync(file, block)
  writeSync(file, end)
  writeSync(file, line({ role: 'assistant', content: 'done' }) + line({ role: 'user', content: 'thanks' }))
  closeSync(file)
}

test.each([
  ['wasm', {}],
  ['typescript', { MORTISE_NO_WASM: '1' }],
])(
  'a line of 200 MB, by %s',
  (reader, environment) => {
    const name = `${reader}.jsonl`
    const words = ['check', name, '--api', 'anthropic']
    writeSession(name, `"${after}`)
    expect(mortise(words, { folder, environment })).toEqual({
      stdout: `✔ ${name} is sound for anthropic (5 turns in 5 lines)\n`,
      stderr: '',
      exit: 0,
    })
    writeSession(name, `\n${line(result('ok'))}`)
    expect(mortise(words, { folder, environment })).toEqual({
      stdout: '✖ line 3  unreadable  This is not valid JSON\n',
      stderr: '',
      exit: 1,
    })
  },
  120_000,
)
