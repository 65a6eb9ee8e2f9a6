import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sessionAnswer } from '../../app/src/answers/session.ts'
import { type Disk, loadScanIndex, nodeFiles, openDisk } from '../../app/src/disk/index.ts'
import { findOf, findUnder, joinFinds } from '../../app/src/sessions/find/find.ts'
import { surroundingsOf } from '../../app/src/sessions/find/home.ts'
import { pick, shortId } from '../../app/src/sessions/find/pick.ts'
import { type Judge, judgeWith } from '../../app/src/sessions/judge/judge.ts'
import type { Store } from '../../app/src/stores/contract/store.ts'
import { stores } from '../../app/src/stores/index.ts'
import { testWith } from '../needs.ts'
import { mortise } from '../screens/run.ts'
import { call, piece, user } from '../stores/claude-records.ts'
import { broken, linesOf, makeHome, sound, type TestHome, waiting } from './home.ts'

const store = stores.find(({ name }) => name === 'claude-code') as Store

function surroundings(home: TestHome): ReturnType<typeof surroundingsOf> {
  return surroundingsOf({ folder: home.folder, environment: {}, platform: 'linux' }, undefined)
}

function names(found: readonly { readonly target: { readonly path: string } }[]): string[] {
  return found.map(({ target }) => basename(target.path, '.jsonl'))
}

describe('where', () => {
  const home = makeHome()
  home.write('-w-app/one.jsonl', sound)
  home.write('-w-app/two.jsonl', broken)
  home.write('-w-app/two/subagents/agent-x.jsonl', sound)
  home.write('-w-app/notes.txt', 'no session')
  const { home: place, state } = surroundings(home)
  const disk = openDisk(state)

  test('another home moves the agents, whatever the environment says; our own folder stays with the user', () => {
    const user = {
      folder: '/me',
      environment: { CLAUDE_CONFIG_DIR: '/else', MORTISE_HOME: '/x' },
      platform: 'linux',
    } as const
    expect(surroundingsOf(user, undefined).state).toBe('/x')
    expect(surroundingsOf(user, '/other')).toEqual({
      home: { folder: '/other', environment: {}, platform: 'linux' },
      state: expect.stringMatching(/^\/x\/homes\/[\da-f]{32}$/),
    })
  })

  test('newest first', () => {
    utimesSync(home.path('-w-app/two.jsonl'), 1, 2_000_000_000)
    utimesSync(home.path('-w-app/one.jsonl'), 1, 1_900_000_000)
    expect(names(joinFinds([findOf(disk, store, place)]).found)).toEqual(['two', 'one', 'agent-x'])
  })

  test('two paths to one file are one session, and a circle is walked once', () => {
    const other = makeHome()
    other.write('-w-app/one.jsonl', sound)
    linkSync(other.path('-w-app/one.jsonl'), other.path('-w-app/same.jsonl'))
    symlinkSync(other.path('-w-app/one.jsonl'), other.path('-w-app/link.jsonl'))
    symlinkSync(other.path('-w-app'), other.path('-w-app/again'))
    symlinkSync('/nowhere', other.path('-w-app/dangling.jsonl'))
    const { found, closed } = findOf(disk, store, surroundings(other).home)
    expect([found.length, closed.length]).toEqual([1, 0])
  })

  test('a tree of anybody’s files: each says by itself whose it is', () => {
    const other = makeHome()
    mkdirSync(join(other.folder, 'backup/deep'), { recursive: true })
    other.write('-p/kept.jsonl', sound)
    writeFileSync(join(other.folder, 'backup/deep/rows.jsonl'), '{"id":1,"document":{}}\n')
    writeFileSync(join(other.folder, 'backup/deep/empty.jsonl'), '')
    const { found } = findUnder(disk, stores, other.folder)
    expect(found.map((each) => [each.store.name, basename(each.target.path)])).toEqual([
      ['claude-code', 'kept.jsonl'],
    ])
    const both = joinFinds([findUnder(disk, stores, other.folder), findUnder(disk, stores, other.folder)])
    expect(both.found).toHaveLength(1)
  })

  test.each([1, 6])('a file is recognised whatever its name, also by a first record of %d MB', (size) => {
    const [first, ...rest] = sound
    const message = { role: 'user', content: 'x'.repeat(size << 20) }
    const long = [{ ...first, message }, ...rest]
    const path = home.write('-w-app/long.txt', long as typeof sound)
    expect(findUnder(disk, stores, path).found[0]?.store.name).toBe('claude-code')
  })

  test('what is not there is told', () => {
    const { closed } = findUnder(disk, stores, join(home.folder, 'gone'))
    expect(closed.map(({ code, exit }) => [code, exit])).toEqual([['not-found', 4]])
  })

  test('what may not be read is told', () => {
    const shut = makeHome()
    shut.write('-w-app/one.jsonl', sound)
    chmodSync(shut.folder, 0o755)
    chmodSync(join(shut.folder, '.claude'), 0)
    const { stderr, exit } = mortise(['doctor', join(shut.folder, '.claude')], {
      isNobody: true,
      environment: { MORTISE_HOME: join(shut.folder, 'state') },
    })
    chmodSync(join(shut.folder, '.claude'), 0o700)
    expect(stderr).toContain('could not be read: permission denied.')
    expect(exit).toBe(4)
  })
})

describe('what', () => {
  const home = makeHome()
  home.write('-w-app/7f3a9d10-aaaa.jsonl', broken)
  home.write('-w-app/7f3b0000-bbbb.jsonl', sound)
  home.write('-w-app/0c000000-cccc.jsonl', waiting)
  const { home: place, state } = surroundings(home)

  test('which are sound, and that a second look reads nothing', () => {
    let opened = 0
    const files = {
      ...nodeFiles,
      open: (...words: Parameters<typeof nodeFiles.open>): number => {
        if (String(words[0]).endsWith('.jsonl')) opened++
        return nodeFiles.open(...words)
      },
    }
    const disk = openDisk(state, { files })
    const judgeAll = (version: string): string[] => {
      const index = loadScanIndex(disk)
      const judge = judgeWith(disk, index, version).judge
      const all = findOf(disk, store, place).found.map(judge)
      expect(index.save()).toBe(true)
      return all.map(({ verdict, health }) => `${verdict?.id} ${health}`).sort()
    }
    const verdicts = ['0c000000-cccc broken', '7f3a9d10-aaaa broken', '7f3b0000-bbbb sound']
    expect(judgeAll('1.0.0')).toEqual(verdicts)
    expect(opened).toBeGreaterThan(0)
    opened = 0
    expect(judgeAll('1.0.0')).toEqual(verdicts)
    expect(opened).toBe(0)
    judgeAll('1.0.1')
    expect(opened, 'another version judges anew').toBeGreaterThan(0)
  })

  test.each<[string, (path: string) => void, string[]]>([
    ['nobody touched', () => {}, ['a broken', 'b sound']],
    ['grew, and kept its time', growAlike, ['a broken', 'b broken']],
    ['was written anew at the same size', writeAnew, ['a broken', 'undefined unreadable']],
    ['was replaced by one of the same size and time', replaceAlike, ['a broken', 'undefined unreadable']],
    ['is gone', (path) => rmSync(path), ['a broken']],
    [
      'has another name',
      (path) => renameSync(path, path.replace(/b\.jsonl$/, 'c.jsonl')),
      ['a broken', 'c sound'],
    ],
  ])('what a file is that %s since', (_, change, expected) => {
    const own = makeHome()
    own.write('-w-app/a.jsonl', broken)
    own.write('-w-app/b.jsonl', sound)
    const around = surroundings(own)
    const disk = openDisk(around.state)
    const lookAgain = (): string[] => {
      const index = loadScanIndex(disk)
      const judge = judgeWith(disk, index, '1.0.0').judge
      const all = findOf(disk, store, around.home).found.map(judge)
      expect(index.save()).toBe(true)
      return all.map(({ verdict, health }) => `${verdict?.id} ${health}`).sort()
    }
    expect(lookAgain()).toEqual(['a broken', 'b sound'])
    change(own.path('-w-app/b.jsonl'))
    expect(lookAgain()).toEqual(expected)
    expect(lookAgain()).toEqual(expected)
  })

  test('that what is kept of a look says what the look said', () => {
    const disk = openDisk(join(state, 'kept'))
    const answers = (): unknown[] => {
      const index = loadScanIndex(disk)
      const judge = judgeWith(disk, index, '1.0.0').judge
      const all = findOf(disk, store, place).found.map(judge)
      index.save()
      return all.map(sessionAnswer)
    }
    const first = answers()
    expect(first).toContainEqual(
      expect.objectContaining({ health: 'sound', turns: 4, folder: '/w/app', api: 'anthropic' }),
    )
    expect(answers()).toEqual(first)
  })

  test('an id or its beginning', () => {
    const disk = openDisk(state)
    const judge = judgeIn(disk)
    const { found } = findOf(disk, store, place)
    const idsOf = (word: string): string[] =>
      pick(found, judge, word)
        .map(({ verdict }) => verdict?.id ?? '')
        .sort()
    expect(idsOf('7f3a')).toEqual(['7f3a9d10-aaaa'])
    expect(idsOf('7f3')).toEqual(['7f3a9d10-aaaa', '7f3b0000-bbbb'])
    expect(idsOf('7f3b0000-bbbb')).toEqual(['7f3b0000-bbbb'])
    expect(idsOf('aaaa')).toEqual([])
  })

  test('ids are cut to what tells them apart', () => {
    const ids = ['7f3a9d10', '7f3a9e', 'agent-1', '0', '7f3a9']
    const short = ids.map((id) => shortId(id, ids))
    expect(short).toEqual(['7f3a9d', '7f3a9e', 'agen', '0', '7f3a9'])
    expect(shortId('0', [...ids, '0'])).toBeUndefined()
  })
})

describe('live', () => {
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill()
  })

  testWith(process.platform === 'linux', 'Linux')(
    'the end of what somebody writes is left alone',
    async () => {
      const home = makeHome()
      const path = home.write('-w-app/0c000000.jsonl', waiting)
      const { home: place, state } = surroundings(home)
      const disk = openDisk(state)
      const lookAt = (): unknown => {
        const [patient] = findOf(disk, store, place).found.map(judgeIn(disk))
        return [patient?.health, patient?.live.state]
      }
      expect(lookAt()).toEqual(['broken', 'idle'])
      const child = spawn(process.execPath, [
        '-e',
        `require('fs').openSync(${JSON.stringify(path)}, 'a'); console.log('open'); setInterval(() => {}, 1000)`,
      ])
      children.push(child)
      await once(child.stdout, 'data')
      expect(lookAt()).toEqual(['sound', 'live'])
    },
  )

  const agent = { pid: 7, name: 'node', words: ['node', '/usr/bin/claude'], folder: '/w/app', began: 1000 }
  test.each([
    ['in its folder, begun before the last line', agent, 2000, true],
    ['begun after the last line', agent, 500, false],
    ['elsewhere', { ...agent, folder: '/w' }, 2000, false],
    [
      'elsewhere, told to go on with it',
      { ...agent, folder: '/w', words: ['claude', '--resume', 's1'] },
      500,
      true,
    ],
    ['another program', { ...agent, words: ['node', 'server.js'] }, 2000, false],
  ])('an agent %s', (_, process, modified, expected) => {
    expect(store.isAgent?.(process, { id: 's1', path: '/h/s1.jsonl', folder: '/w/app', modified })).toBe(
      expected,
    )
  })
})

/** Nothing in it is a record any more. */
function writeAnew(path: string): void {
  writeFileSync(path, 'x'.repeat(statSync(path).size))
}

/** A call that nobody answered comes behind the last record. */
function growAlike(path: string): void {
  const { atimeMs, mtimeMs } = statSync(path)
  const more = [piece('a3', 'a2', 'm3', call('toolu_3')), user('u3', 'a3', 'and now?')]
  appendFileSync(path, linesOf(more))
  utimesSync(path, atimeMs / 1000, mtimeMs / 1000)
}

function replaceAlike(path: string): void {
  const { size, atimeMs, mtimeMs } = statSync(path)
  const other = `${path}.other`
  writeFileSync(other, 'x'.repeat(size))
  utimesSync(other, atimeMs / 1000, mtimeMs / 1000)
  renameSync(other, path)
}

function judgeIn(disk: Disk): Judge {
  return judgeWith(disk, loadScanIndex(disk), '1.0.0').judge
}
