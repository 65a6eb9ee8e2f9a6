import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DiskOutcome, type Files, type Replaced, readLog, undo } from '../../app/src/disk/index.ts'
import { errno, makeScratch, must, newText, oldText, replaceBy, type Scratch, watched } from './scratch.ts'

let scratch: Scratch
beforeEach(() => {
  scratch = makeScratch()
})
afterEach(() => scratch.remove())

const line = '{"id":4}\n'

describe('between the last look and the swap', () => {
  test('a line that is appended is carried over', async () => {
    const replaced = must(await replaceWith(at('swap', () => appendFileSync(scratch.path, line))))
    expect(replaced).toMatchObject({ state: 'replaced', carried: line.length })
    expect(scratch.read()).toBe(newText + line)
    const disk = scratch.disk()
    expect(must(readLog(disk)).operations[0]).toMatchObject({ result: 'done', carried: line.length })
    expect(must(await undo(disk, { command: 'undo', allow: ['live'] }))).toMatchObject({ grown: line.length })
    expect(scratch.read()).toBe(oldText + line)
  })

  test('a file that is rewritten in place comes back as its writer left it', async () => {
    const inode = statSync(scratch.path).ino
    const outcome = await replaceWith(at('swap', () => writeFileSync(scratch.path, 'theirs\n')))
    expect(outcome).toMatchObject({ ok: false, error: { code: 'changed', exit: 3 } })
    expect(scratch.read()).toBe('theirs\n')
    expect(statSync(scratch.path).ino).toBe(inode)
  })

  test('a touch changes nothing', async () => {
    const outcome = await replaceWith(at('swap', () => writeFileSync(scratch.path, oldText)))
    expect(must(outcome)).toMatchObject({ state: 'replaced', carried: 0 })
    expect(scratch.read()).toBe(newText)
  })
})

describe('after the swap', () => {
  test('a failure brings the old file back, with lines from both', async () => {
    const outcome = await replaceWith(
      at('swap', () => appendFileSync(scratch.path, line)),
      at('sync', () => {
        appendFileSync(scratch.path, '{"id":5}\n')
        throw errno('EIO')
      }),
    )
    expect(outcome).toMatchObject({ ok: false, error: { code: 'disk-failed', exit: 3 } })
    expect(scratch.read()).toBe(`${oldText}${line}{"id":5}\n`)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })

  test('a second failure is told, and the next start decides', async () => {
    const outcome = await replaceWith(
      at('sync', () => {
        throw errno('EIO')
      }),
      at('back', () => {
        throw errno('EIO')
      }),
    )
    expect(outcome).toMatchObject({ ok: false, error: { code: 'half-done', exit: 3 } })
    expect(scratch.read()).toBe(newText)
    must(await undo(scratch.disk(), { command: 'undo' }))
    expect(scratch.read()).toBe(oldText)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })
})

describe('on a disk without second names', () => {
  const linkless = at('link', () => {
    throw errno('EPERM')
  })

  test('lines are carried over all the same', async () => {
    const outcome = await replaceWith(
      linkless,
      at('swap', () => appendFileSync(scratch.path, line)),
    )
    expect(must(outcome)).toMatchObject({ carried: line.length })
    expect(scratch.read()).toBe(newText + line)
  })

  test('a failure writes the old bytes back', async () => {
    const outcome = await replaceWith(
      linkless,
      at('sync', () => {
        throw errno('EIO')
      }),
    )
    expect(outcome).toMatchObject({ ok: false })
    expect(scratch.read()).toBe(oldText)
    expect(statSync(scratch.path).mode & 0o777).toBe(0o640)
    expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
  })
})

test('what a crash left beside the file does not count as its second name', async () => {
  const dies = at('swap', () => {
    throw new TypeError('died')
  })
  await expect(
    replaceWith(
      dies,
      at('tidy', () => {
        throw new TypeError('died')
      }),
    ),
  ).rejects.toThrow('died')
  expect(scratch.names().length).toBeGreaterThan(2)
  must(await replaceBy(scratch.disk(), scratch.path, newText))
  expect(readFileSync(scratch.path, 'utf8')).toBe(newText)
  expect(scratch.names()).toEqual(['other.jsonl', 'session.jsonl'])
})

interface Moment {
  readonly when: 'link' | 'swap' | 'sync' | 'back' | 'tidy'
  readonly act: () => void
}

function at(when: Moment['when'], act: () => void): Moment {
  return { when, act }
}

/** Replaces the session, with something happening once, right before some calls. */
function replaceWith(...moments: readonly Moment[]): Promise<DiskOutcome<Replaced>> {
  let isSwapped = false
  const past = new Set<Moment>()
  const files = watched((name, _, words) => {
    const when = momentOf(name, words, isSwapped)
    isSwapped ||= when === 'swap'
    const moment = moments.find((each) => each.when === when && !past.has(each))
    if (moment === undefined) return
    past.add(moment)
    moment.act()
  })
  return replaceBy(scratch.disk({ files }), scratch.path, newText)
}

function momentOf(
  name: keyof Files,
  [from, to]: readonly unknown[],
  isSwapped: boolean,
): Moment['when'] | undefined {
  if (name === 'link' && from === scratch.path) return 'link'
  if (name === 'rename' && to === scratch.path) return isSwapped ? 'back' : 'swap'
  if (name === 'remove' && String(from).includes('.mortise-')) return 'tidy'
  return name === 'open' && from === scratch.folder && isSwapped ? 'sync' : undefined
}
