import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { call, model, result, tool, user } from '../stores/neovate-records.ts'
import { sessionFiles } from './files.ts'

const files = sessionFiles()
const packages = join(files.folder, 'node_modules')
mkdirSync(packages)
symlinkSync(fileURLToPath(new URL('../../app', import.meta.url)), join(packages, 'mortise'), 'junction')

/** What a program of somebody else prints that has the package installed. */
function program(
  code: string,
  environment: Readonly<Record<string, string>> = {},
): { stdout: string; stderr: string } {
  const path = join(files.folder, 'program.mjs')
  writeFileSync(path, code)
  const { stdout, stderr } = spawnSync(process.execPath, [path], {
    cwd: files.folder,
    env: { PATH: process.env.PATH, HOME: files.folder, ...environment },
    encoding: 'utf8',
  })
  return { stdout, stderr }
}

const talk = [
  user('1', null, 'read file.ts'),
  model('2', '1', [call('toolu_001')]),
  tool('3', '2', [result('toolu_001')]),
  model('4', '3', [call('toolu_002', 'write'), call('toolu_003')]),
]

describe('mortise/sessions, as others import it', () => {
  files.write('1a2b3c4d.jsonl', talk)
  const code = (options: string): string => `
    import { openSession } from 'mortise/sessions'
    const { turns, openCalls } = openSession('1a2b3c4d.jsonl', ${options})
    console.log(turns.map(({ id }) => id).join(' '), openCalls.map(({ id }) => id).join(' '))`

  test('it is found by its name', () => {
    expect(program(code(`{ policy: 'drop' }`))).toEqual({ stdout: '1 2 3 toolu_002 toolu_003\n', stderr: '' })
  })

  test('N2: with `DEBUG=mortise:session` it says which calls wait, and which turns it left out', () => {
    const { stderr } = program(code(`{ policy: 'drop' }`), { DEBUG: 'mortise:session' })
    expect(stderr).toBe(`mortise:session 1a2b3c4d: 2 calls without a result: toolu_002, toolu_003
mortise:session 1a2b3c4d: left out: line 4, 4 (call-without-result)
`)
  })

  test('N2: what it says cannot move the cursor', () => {
    files.write('evil.jsonl', [user('1', null, 'x'), model('2', '1', [call('a\u001b[2Jb')])])
    const { stderr } = program(`import { openSession } from 'mortise/sessions'; openSession('evil.jsonl')`, {
      DEBUG: '*',
    })
    expect(stderr).toBe(
      `mortise:session evil: 1 call without a result: a\\u001b[2Jb
neovate:session [filterMessages] Found 1 unmatched tool_use(s): a\\u001b[2Jb
`,
    )
  })

  test('N3: an empty file in the place of an agent is an empty session of that agent', () => {
    mkdirSync(join(files.folder, '.neovate/projects/w'), { recursive: true })
    files.write('.neovate/projects/w/ab12cd34.jsonl', '')
    const { stdout } = program(`
      import { openSession } from 'mortise/sessions'
      const { agent, id, turns } = openSession('.neovate/projects/w/ab12cd34.jsonl')
      console.log(agent, id, turns.length)`)
    expect(stdout).toBe('neovate ab12cd34 0\n')
  })

  test('N3: a home that is a link to another folder is the same home', () => {
    const home = join(files.folder, 'home')
    symlinkSync(files.folder, home, 'junction')
    const { stdout } = program(
      `import { openSession } from 'mortise/sessions'
      console.log(openSession(process.env.HOME + '/.neovate/projects/w/ab12cd34.jsonl').agent)`,
      { HOME: home },
    )
    expect(stdout).toBe('neovate\n')
  })

  test('nothing else of the package can be imported', () => {
    expect(program(`import 'mortise/dist/main.js'`).stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
  })
})
