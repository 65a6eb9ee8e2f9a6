import { describe, expect, test } from 'vitest'
import type { ProcessDetails } from '../../app/src/disk/index.ts'
import type { AtWork, Store } from '../../app/src/stores/contract/store.ts'
import { stores } from '../../app/src/stores/index.ts'

const session: AtWork = {
  id: '1a2b3c4d',
  path: '/home/me/.neovate/projects/w-my-app/1a2b3c4d.jsonl',
  folder: '/w/My_App',
  modified: 2000,
}

/** A process that works in the folder of the session, and began before its last line was written. */
function processOf(words: readonly string[], rest: Partial<ProcessDetails> = {}): ProcessDetails {
  return { pid: 7, name: 'node', words, folder: '/w/My_App', began: 1000, ...rest }
}

/** Extensions are seen as the editor that runs them, or its half on a remote machine. */
const editors = [
  ['/usr/share/code/code'],
  ['/Applications/Cursor.app/Contents/MacOS/Cursor'],
  ['C:\\Users\\me\\Code.exe'],
  ['node', '/home/me/.vscode-server/bin/abc/out/server-main.js'],
]

/** How each agent is seen by the machine once it runs. */
const looks: Readonly<Record<string, readonly (readonly string[])[]>> = {
  cline: editors,
  'cline-cli': [['cline'], ['node', '/usr/local/bin/cline']],
  kilo: editors,
  roo: editors,
  'claude-code': [['claude'], ['node', '/usr/local/bin/claude'], ['C:\\bin\\claude.exe']],
  codex: [['codex'], ['node', '/usr/local/bin/codex.js'], ['C:\\bin\\codex.exe']],
  // Its first line has Node started with a flag.
  neovate: [
    ['node', '--no-warnings=ExperimentalWarning', '/usr/local/bin/neovate'],
    ['node', '--no-warnings=ExperimentalWarning', '/usr/local/bin/neo'],
    ['neovate'],
  ],
  // Its title takes the place of all words.
  pi: [['pi'], ['node', '/usr/local/bin/pi']],
  hermes: [['hermes'], ['python3', '/usr/local/bin/hermes']],
  opencode: [['opencode'], ['node', '/usr/local/bin/opencode'], ['C:\\bin\\opencode.exe']],
  gemini: [['gemini'], ['node', '/usr/local/bin/gemini']],
  copilot: [['copilot'], ['node', '/usr/local/bin/copilot']],
  kimi: [['kimi'], ['kimi-code'], ['node', '/usr/local/bin/kimi']],
  qwen: [['qwen'], ['node', '/usr/local/bin/qwen']],
  openclaw: [['openclaw'], ['openclaw-gateway'], ['node', '/usr/lib/node_modules/openclaw/openclaw.mjs']],
}

test('there is a look for each agent', () => {
  expect(Object.keys(looks).sort()).toEqual(stores.map(({ name }) => name).sort())
})

describe.each(stores.map((store) => [store.name, store] as const))('%s', (name, store: Store) => {
  const own = looks[name] ?? []
  const others = Object.values(looks).flatMap((words) => (words === own ? [] : words))
  // Some run all day, with many sessions at once: a lock or the rows tell which one they work on.
  const isSeenByFolder = !['hermes', 'openclaw', 'opencode'].includes(name)
  // Kimi Code names its folder after the one that it works in.
  const kept =
    name === 'kimi'
      ? {
          ...session,
          path: '/home/me/.kimi-code/sessions/wd_my_app_17273f6ea6b1/1a2b3c4d/agents/main/wire.jsonl',
        }
      : session
  // An editor has tasks of any folder in memory; Gemini CLI keeps no folder that could be compared.
  const isSeenAnywhere = own === editors || name === 'gemini'
  const isAtWork = (process: ProcessDetails): boolean | undefined => store.isAgent?.(process, kept)

  test.each(own.map((words) => [words.join(' '), words] as const))('is `%s`', (_, words) => {
    expect(store.isProgram?.(processOf(words))).toBe(true)
    expect(isAtWork(processOf(words)), 'in the folder of the session').toBe(isSeenByFolder)
    expect(isAtWork(processOf(words, { folder: '/w' })), 'in another folder').toBe(isSeenAnywhere)
    const unread = isAtWork(processOf(words, { folder: undefined }))
    expect(unread, 'in a folder that may not be read').toBe(isSeenAnywhere)
    expect(isAtWork(processOf(words, { began: 3000 })), 'begun after the last line').toBe(false)
    expect(isAtWork(processOf(words, { began: undefined })), 'begun nobody knows when').toBe(isSeenByFolder)
    const elsewhere = { folder: '/w', began: 3000 }
    expect(isAtWork(processOf([...words, '--resume', session.id], elsewhere)), 'told of its id').toBe(true)
    expect(isAtWork(processOf([...words, kept.path], elsewhere)), 'told of its file').toBe(true)
  })

  test('is no other program', () => {
    const strangers = [...others, ['node', 'server.js'], ['vim', 'pi.txt'], []]
    expect(strangers.filter((words) => store.isProgram?.(processOf(words)))).toEqual([])
    expect(strangers.filter((words) => isAtWork(processOf([...words, session.id])))).toEqual([])
  })
})
