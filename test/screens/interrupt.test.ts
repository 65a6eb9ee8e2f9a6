import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { stateFolder, stateFolderOf } from '../../app/src/disk/index.ts'
import { broken, makeHome, sound, type TestHome } from '../sessions/home.ts'
import { environment, mortise, start } from './run.ts'

const files = 200

/** A home whose sessions take several batches. */
function homeOf(records: typeof sound): TestHome {
  const home = makeHome()
  for (let number = 0; number < files; number++)
    home.write(`-w-app/${String(number).padStart(8, '0')}-1111-4111-8111-111111111111.jsonl`, records)
  return home
}

/** The number of operations in the journal. */
function begun({ folder }: TestHome): number {
  const own = stateFolder({ env: environment, platform: process.platform, home: folder })
  const path = join(stateFolderOf(own, folder), 'journal.jsonl')
  return existsSync(path) ? readFileSync(path, 'utf8').split('"intent"').length - 1 : 0
}

/** Presses Ctrl-C so many times as soon as the first files are under way. */
async function interrupted(home: TestHome, line: readonly string[], times: number) {
  const before = begun(home)
  const child = start([...line, '--home', home.folder])
  let told = ''
  child.stderr.on('data', (chunk) => {
    told += chunk
  })
  child.stdout.resume()
  const ended = once(child, 'close')
  await vi.waitFor(() => expect(begun(home)).toBeGreaterThan(before), { interval: 2, timeout: 20_000 })
  child.kill('SIGINT')
  if (times > 1) {
    await vi.waitFor(() => expect(told).toContain('Ctrl-C again'), { interval: 2, timeout: 20_000 })
    child.kill('SIGINT')
  }
  const [exit, signal] = await ended
  return { exit, signal, told }
}

const cases = [
  ['clean', sound, ['clean', '--tools', '*', '--yes']],
  ['repair --all', broken, ['repair', '--all', '--yes']],
] as const

for (const [name, records, line] of cases) {
  const home = homeOf(records)
  const originals = home.all()
  const changed = (): number =>
    Object.entries(home.all()).filter(([path, bytes]) => originals[path] !== bytes).length

  test(`Ctrl-C during \`${name}\` and its undo: the files at hand are finished, and the number is told`, async () => {
    const { exit, told } = await interrupted(home, line, 1)
    const [, done] = /stopped after (\d+) of 200; `npx mortise undo --home \S+` takes back/.exec(told) ?? []
    expect([exit, Number(done)]).toEqual([130, changed()])
    expect(changed()).toBeGreaterThan(0)
    expect(changed()).toBeLessThan(files)
    expect(mortise(['undo', '--home', home.folder]).exit).toBe(0)
    expect(changed()).toBe(0)
    expect(mortise([...line, '--home', home.folder]).exit).toBe(0)
    expect(changed()).toBe(files)
    const back = await interrupted(home, ['undo'], 1)
    expect([back.exit, /stopped after (\d+) of 200; the same command goes on/.exec(back.told)?.[1]]).toEqual([
      130,
      String(files - changed()),
    ])
    expect(mortise(['undo', '--home', home.folder]).exit).toBe(0)
    expect(changed()).toBe(0)
  })

  test(`a second Ctrl-C ends \`${name}\` at once, and the journal settles the rest`, async () => {
    const own = homeOf(records)
    const first = own.all()
    const { exit, signal } = await interrupted(own, line, 2)
    // The files at hand may be finished before the second one arrives.
    expect(exit ?? signal).toBeOneOf([130, 'SIGINT'])
    // If no file was finished, there is nothing to undo.
    expect([0, 1]).toContain(mortise(['undo', '--home', own.folder]).exit)
    expect(own.all()).toEqual(first)
  })
}
