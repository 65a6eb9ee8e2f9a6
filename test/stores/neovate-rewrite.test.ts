import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Files, resolveTarget } from '../../app/src/disk/index.ts'
import { mendRewrite, rewriteInPlace } from '../../app/src/sessions/rewrite/rewrite.ts'
import { checkRecords } from '../../app/src/stores/check/check.ts'
import type { Mended } from '../../app/src/stores/mend/mend.ts'
import { neovate } from '../../app/src/stores/neovate/index.ts'
import { age, makeScratch, must, type Scratch, watched } from '../disk/scratch.ts'
import { fileOf } from './conforms.ts'
import { call, config, model, user } from './neovate-records.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch(fileOf(records).toString())
})
afterEach(() => scratch.remove())

const records = [config(), user('1', null, 'read a.ts'), model('2', '1', [call('toolu_001')])]
const fresh = JSON.stringify(config({ summary: 'Fix tests' }))

/** What Neovate does when something is set: it reads the file, and writes all of it with another first line. */
function rewrite(path: string): void {
  const lines = readFileSync(path, 'utf8').split('\n').slice(1)
  writeFileSync(path, [fresh, ...lines].join('\n'))
}

/** Mends the session; something happens once, right before a call that leads to the file. */
async function mendWhile(
  when: (name: keyof Files, words: readonly unknown[]) => boolean,
  act: () => void,
): ReturnType<typeof rewriteInPlace<Mended>> {
  let isPast = false
  const files = watched((name, _, words) => {
    if (isPast || !when(name, words)) return
    isPast = true
    act()
    // What is new is live: the time alone shall not keep the repair from it.
    age(scratch.path)
  })
  const disk = scratch.disk({ files })
  const target = must(resolveTarget(disk, scratch.path))
  return rewriteInPlace(
    disk,
    { store: neovate, profile: undefined, target },
    mendRewrite({ command: 'repair' }),
  )
}

const isSwap = (name: keyof Files, [, to]: readonly unknown[]): boolean =>
  name === 'rename' && to === scratch.path
const isBackup = (name: keyof Files, [from]: readonly unknown[]): boolean =>
  name === 'link' && from === scratch.path

describe('Neovate rewrites its file while it is mended', () => {
  test.each([
    ['before the last look', isBackup],
    ['after the last look', isSwap],
  ])('%s: what it wrote stands, and nothing of ours', async (_, when) => {
    const outcome = await mendWhile(when, () => rewrite(scratch.path))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'changed', exit: 3 } })
    expect(scratch.read()).toBe(fileOf(records).toString().replace(/^.*/, fresh))
  })

  test('half of the rewritten file is not taken for the file', async () => {
    const whole = scratch.read()
    const outcome = await mendWhile(isBackup, () =>
      writeFileSync(scratch.path, whole.slice(0, whole.length / 2)),
    )
    expect(outcome).toMatchObject({ ok: false, error: { code: 'changed' } })
    expect(scratch.read()).toBe(whole.slice(0, whole.length / 2))
  })

  test('a message that it appends meanwhile is kept, and mended with the rest', async () => {
    const line = `${JSON.stringify(user('3', '2', 'go on with it'))}\n`
    must(await mendWhile(isBackup, () => appendFileSync(scratch.path, line)))
    expect(checkRecords(neovate, scratch.path, readFileSync(scratch.path)).found).toEqual([])
    expect(scratch.read()).toContain('go on with it')
  })
})
