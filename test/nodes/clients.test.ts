import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startSandbox } from '../../app/src/sandbox/index.ts'
import { testWith } from '../needs.ts'

const node = fileURLToPath(
  new URL(`node_modules/node-22-${process.platform}-${process.arch}/bin/node`, import.meta.url),
)
const script = fileURLToPath(new URL('clients.js', import.meta.url))
const clients = fileURLToPath(new URL('node_modules/openai', import.meta.url))

interface Row {
  readonly name: string
  readonly bare: string
  readonly guarded: string
}

// They run on the Node that they need; the sandbox runs here.
testWith(
  existsSync(node) && existsSync(clients),
  `Node 22 for ${process.platform} (npm ci --prefix test/nodes)`,
)('openai 7, genai 3 and ai 7 are refused without a guard, and not with it', async () => {
  const sandbox = await startSandbox()
  try {
    const { stdout } = await promisify(execFile)(node, [script, sandbox.url])
    const rows: readonly Row[] = JSON.parse(stdout)
    expect(rows).toHaveLength(12)
    for (const { name, bare, guarded } of rows) {
      expect(bare, name).toMatch(/^(?:\w*Error)?$/)
      expect(guarded, name).toMatch(/^This is the sandbox of [\w-]+: your request is accepted\.$/)
    }
  } finally {
    await sandbox.close()
  }
})

test.each([
  ['openai', '`openai` 6 and 7'],
  ['@google/genai', '`@google/genai` 2 and 3'],
  ['ai', 'AI SDK (`ai`) 6 and 7'],
])('the page about guards names the versions of %s', (name, words) => {
  const versionIn = (folder: string): string =>
    JSON.parse(readFileSync(new URL(`../${folder}/package.json`, import.meta.url), 'utf8')).dependencies[name]
  const [old, current] = ['clients', 'nodes'].map((folder) => versionIn(folder).split('.')[0])
  expect(words).toContain(`${old} and ${current}`)
  expect(readFileSync(new URL('../../docs/guards.md', import.meta.url), 'utf8')).toContain(words)
})
