import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { age } from '../disk/scratch.ts'
import { broken, linesOf, makeHome, type TestHome } from '../sessions/home.ts'
import { mortise, type Seen } from './run.ts'

const ids = ['1a', '2b', '3c', '4d', '5e'].map((start) => `${start}3a9d10-1111-4222`)
const nameOf = (id: string): string => `-w-app/${id}.jsonl`

interface Fixed {
  readonly home: TestHome
  readonly mended: readonly string[]
  run(...words: readonly string[]): Seen
  texts(): readonly string[]
}

function repairedHome(): Fixed {
  const home = makeHome()
  for (const id of ids) home.write(nameOf(id), broken)
  const run = (...words: readonly string[]): Seen => mortise(words, { environment: { HOME: home.folder } })
  const { stdout, exit } = run('repair', '--all', '--yes')
  expect(exit).toBe(0)
  expect(stdout.match(/undo.*/g)).toEqual([
    `undo all ${ids.length}: npx mortise undo`,
    'undo one: npx mortise log',
  ])
  const texts = (): readonly string[] => ids.map((id) => home.read(nameOf(id)))
  return { home, mended: texts(), run, texts }
}

const old = ids.map(() => linesOf(broken))

describe('what `repair --all` did', () => {
  const { home, mended, run, texts } = repairedHome()

  test('is taken back as the one thing it was, and done again', () => {
    const { stdout, exit } = run('undo')
    expect([exit, texts()]).toEqual([0, old])
    expect(stdout.match(/holds the bytes from before/g)).toHaveLength(5)
    expect(stdout.endsWith('\nAll 5 files of that run were taken back.\n  redo: npx mortise redo\n')).toBe(
      true,
    )
    const again = run('redo')
    expect([again.exit, texts()]).toEqual([0, mended])
    const [, command = ''] = /undo: npx mortise (undo \w{8})\n$/.exec(again.stdout) ?? []
    expect([run(...command.split(' ')).exit, texts()]).toEqual([0, old])
    run('redo')
  })

  test.each(['undo', 'redo'])('`%s --dry-run` lists the files and writes nothing', (act) => {
    if (act === 'redo') run('undo')
    const [before, log] = [home.all(), run('log').stdout]
    const { stdout, exit } = run(act, '--dry-run')
    expect([exit, stdout.match(/ would be as before \w{8}$/gm)?.length]).toEqual([0, 5])
    expect(stdout).toMatch(/\n5 files of 5 would change; nothing was written\.\n$/)
    expect(JSON.parse(run(act, '--dry-run', '--json').stdout)).toMatchObject({ dryRun: true })
    const path = home.path(nameOf(ids[0] ?? ''))
    const told = (): readonly unknown[] => {
      const { stdout, exit } = run(act, '--dry-run')
      return [
        exit,
        stdout.split('\n').at(-2),
        / is open for| a moment ago|by another program/.exec(stdout)?.[0],
      ]
    }
    const partly = '4 files of 5 would change; nothing was written.'
    writeFileSync(path, 'another program wrote this')
    expect(told()).toEqual([3, partly, 'by another program'])
    writeFileSync(path, before[path] ?? '')
    expect(told()).toEqual([3, partly, ' a moment ago'])
    age(path)
    expect([home.all(), run('log').stdout]).toEqual([before, log])
    if (act === 'redo') run('redo')
  })

  test('on a quiet screen says nothing if all is well', () => {
    expect(run('undo', '-q')).toEqual({ stdout: '', stderr: '', exit: 0 })
    expect(run('doctor', '-q')).toMatchObject({ stdout: expect.stringContaining('will be refused') })
    expect(run('redo', '-q')).toEqual({ stdout: '', stderr: '', exit: 0 })
    expect(run('doctor', '-q')).toEqual({ stdout: '', stderr: '', exit: 0 })
    expect(run('repair', '--all', '--yes', '-q')).toEqual({ stdout: '', stderr: '', exit: 0 })
    expect(run('repair', '--all', '--dry-run', '-q').stdout).toContain('nothing to mend')
  })

  test('is in the log by operation and run', () => {
    const first = run('log').stdout.trimEnd().split('\n').at(-1) ?? ''
    const [, operation = '', name = ''] = /^(\w{8}) {2}run (\w{8}) /.exec(first) ?? []
    expect(run('undo', operation, '-q').exit).toBe(0)
    expect(texts().filter((text) => text === old[0])).toHaveLength(1)
    expect([run('undo', name, '--json').exit, texts()]).toEqual([0, old])
    run('redo')
  })

  test('is taken back for one file, by its name or its session', () => {
    run('redo')
    expect(run('undo', home.path(nameOf(ids[0] ?? ''))).exit).toBe(0)
    expect(run('undo', ids[1] ?? '').exit).toBe(0)
    expect(texts()).toEqual([...old.slice(0, 2), ...mended.slice(2)])
  })

  test('is taken back but for a file that was rewritten since, which is told', () => {
    const path = home.path(nameOf(ids[2] ?? ''))
    writeFileSync(path, linesOf(broken.slice(0, 1)))
    age(path)
    const { stdout, exit } = run('undo')
    expect([exit, stdout]).toEqual([
      3,
      expect.stringContaining(`✖ \`${path}\` was written to by another program since`),
    ])
    expect(stdout).toContain('\n2 of 3 files of that run were taken back.\n')
  })
})

test('files of a run as JSON', () => {
  const { run } = repairedHome()
  const { files, failed, target } = JSON.parse(run('undo', '--json').stdout)
  expect([files.length, failed, target]).toEqual([5, [], { kind: 'sessions' }])
  expect(Object.keys(files[0])).toEqual(['path', 'operation', 'reverted', 'grown', 'print'])
})

test('nothing to undo or redo: what there is is said', () => {
  const empty = makeHome()
  const run = (...words: readonly string[]): Seen => mortise(words, { environment: { HOME: empty.folder } })
  expect(run('redo').stderr).toBe(
    'mortise: There is nothing to redo: Mortise has changed no file yet.\nhint: npx mortise doctor\n',
  )
  empty.write(nameOf(ids[0] ?? ''), broken)
  const operation = /\(operation (\w{8})\)/.exec(run('repair', '1a3a', '--yes').stdout)?.[1]
  expect(run('redo')).toEqual({
    stdout: '',
    stderr: `mortise: There is nothing to redo: the newest change is operation \`${operation}\`, repair of ~/.claude/projects/${nameOf(ids[0] ?? '')}.\nhint: npx mortise undo ${operation}\n`,
    exit: 1,
  })
})
