import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { emptyFolder, packAll, removeFolder } from '../tarballs.ts'

const folder = emptyFolder()
afterAll(() => removeFolder(folder))
const { core, app } = packAll(folder)
const tarballs = [
  ['@mortise/core', core.path],
  ['mortise', app.path],
] as const

/** Runs a command that is installed beside the clients. */
function run(name: string, ...words: readonly string[]): { status: number | null; printed: string } {
  const bin = fileURLToPath(new URL(`node_modules/.bin/${name}`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, printed: stdout + stderr }
}

test.each(tarballs)('publint finds nothing in %s', (_, path) => {
  const { status, printed } = run('publint', path, '--strict')
  expect(printed).toContain('All good!')
  expect(status).toBe(0)
})

test.each(tarballs)('every entry of %s has the types of its code', (_, path) => {
  const { status, printed } = run('attw', path, '--profile', 'esm-only', '--no-emoji')
  expect(printed).toContain('(from ESM)')
  expect(status).toBe(0)
})
