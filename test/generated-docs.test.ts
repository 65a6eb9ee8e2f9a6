import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as core from '@mortise/core'
import * as guards from '@mortise/core/guard'
import { expect, test } from 'vitest'
import * as gateway from '../app/src/doors/gateway.ts'
import * as ledger from '../app/src/doors/ledger.ts'
import * as sandbox from '../app/src/doors/sandbox.ts'
import * as sessions from '../app/src/doors/sessions.ts'
import * as tracing from '../app/src/doors/tracing.ts'

interface Generator {
  readonly ownFolders: readonly string[]
  pages(root: URL): ReadonlyMap<string, string>
}

const root = new URL('../', import.meta.url)
// A plain script: what it exports is known here alone.
const script = fileURLToPath(new URL('docs/generate/pages.js', root))
const { ownFolders, pages } = (await import(/* @vite-ignore */ script)) as Generator
const written = pages(root)

test.each([...written])('%s is as the code has it', (path, text) => {
  const file = new URL(path, root)
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '', 'run npm run docs').toBe(text)
})

test.each([
  ['@mortise/core', core],
  ['@mortise/core/guard', guards],
  ['mortise/sessions', sessions],
  ['mortise/ledger', ledger],
  ['mortise/sandbox', sandbox],
  ['mortise/gateway', gateway],
  ['mortise/tracing', tracing],
])('the reference of %s names every export', (entry, exported) => {
  const [, section = ''] = (written.get('docs/api.md') ?? '').split(`\n## \`${entry}\`\n`)
  const [own = ''] = section.split('\n## ')
  const missing = Object.keys(exported).filter((name) => !own.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

test('no page is left of a rule or an API that is gone', () => {
  const there = ownFolders.flatMap((folder) =>
    readdirSync(new URL(folder, root)).map((name) => `${folder}/${name}`),
  )
  expect(
    there.filter((path) => !written.has(path)),
    'run npm run docs',
  ).toEqual([])
})

test('the same code gives the same pages', () => {
  expect([...pages(root)]).toEqual([...written])
})
