// @ts-check
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'

// The loop that one would write by hand: it parses, filters, keeps a copy, writes and syncs. It neither re-parents
// records nor judges what is left, has no journal, and asks nobody whether a session is in use. Its priority is that of
// the threads that clean, or another process would decide which of the two is faster.
setPriority(10)
const [folder = '', copies = ''] = process.argv.slice(2)
mkdirSync(copies, { recursive: true })
const start = performance.now()
for (const name of readdirSync(folder)) {
  const path = join(folder, name)
  const text = readFileSync(path, 'utf8')
  const lines = []
  for (const line of text.split('\n')) {
    if (line === '') continue
    const record = JSON.parse(line)
    const { message } = record
    if (message?.role === 'toolResult') continue
    if (message?.role === 'assistant')
      message.content = message.content.filter(
        (/** @type {{ type: string }} */ { type }) => type !== 'toolCall',
      )
    lines.push(JSON.stringify(record))
  }
  keep(join(copies, name), text)
  keep(`${path}.new`, `${lines.join('\n')}\n`)
  renameSync(`${path}.new`, path)
}
process.send?.({ took: performance.now() - start })

/** @param {string} path @param {string} text */
function keep(path, text) {
  const handle = openSync(path, 'wx')
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
}
