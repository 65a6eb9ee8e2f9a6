import { expect, test } from 'vitest'
import { makeHome, type TestHome } from '../sessions/home.ts'
import { call, type Json, piece, result, user } from '../stores/claude-records.ts'
import { mortise } from './run.ts'

const name = '-w-app/7f3a9d10-1111-4222.jsonl'

/** Rounds of a question, a call and its result. */
function rounds(count: number): Json[] {
  return Array.from({ length: count }, (_, round) => [
    user(`u${round}`, round === 0 ? null : `r${round - 1}`, `question ${round} about the files`),
    piece(`a${round}`, `u${round}`, `m${round}`, call(`toolu_${round}`)),
    result(`r${round}`, `a${round}`, `toolu_${round}`),
  ]).flat()
}

function homeWith(records: readonly Json[]): TestHome {
  const home = makeHome()
  home.write(name, records)
  return home
}

const plan = `7f3a9d10-1111  claude-code  "question 0 about the files"  /w/app  1 hour ago
  drop  124 to 73 tokens, 12 to 7 messages

Plan (6 changes):
  ~ line 2  drop  stays in the file and is not sent any more
  ~ line 3  drop  stays in the file and is not sent any more
  ~ line 4  drop  stays in the file and is not sent any more
  ~ line 5  drop  stays in the file and is not sent any more
  ~ line 6  drop  stays in the file and is not sent any more
  ~ line 7  drop  follows another record now
  = 6 other records kept byte for byte

`
const small = '7f3a9d10-1111-4222 is small enough: was 124 tokens (12 messages), is 73 (7 messages)'

test('K3: a session becomes smaller where it is, and undo brings its bytes back', () => {
  const home = homeWith(rounds(4))
  const before = home.read(name)
  const environment = { HOME: home.folder }
  const { stdout, stderr, exit } = mortise(['compact', '7f3a', '--yes', '--fraction', '0.5'], { environment })
  const operation = /\(operation (\w{8})\)/.exec(stdout)?.[1]
  expect({ stdout, stderr, exit }).toEqual({
    stdout: `${plan}✔ ${small} (operation ${operation})
  resume: cd /w/app && claude --resume 7f3a9d10-1111-4222
  undo:   npx mortise undo ${operation}
`,
    stderr: `session: claude-code 7f3a9d10-1111-4222 (~/.claude/projects/${name}); to be made smaller in place\n`,
    exit: 0,
  })
  const changed = home.read(name).split('\n')
  expect(changed.filter((line, index) => line !== before.split('\n')[index])).toHaveLength(1)
  expect(JSON.parse(changed[6] ?? '')).toMatchObject({ uuid: 'u2', parentUuid: 'u0' })
  const { operations } = JSON.parse(mortise(['log', '--json'], { environment }).stdout)
  expect(operations[0].counts).toEqual({
    hide: 5,
    relink: 1,
    'messages-before': 12,
    'tokens-before': 124,
    'messages-after': 7,
    'tokens-after': 73,
    'messages-before-drop': 12,
    'tokens-before-drop': 124,
    'messages-after-drop': 7,
    'tokens-after-drop': 73,
  })
  expect(mortise(['log'], { environment }).stdout).toContain(
    '5 hide, 1 relink, 124 to 73 tokens, 12 to 7 messages\n',
  )
  expect(mortise(['doctor'], { environment }).exit).toBe(0)
  expect(mortise(['undo'], { environment }).exit).toBe(0)
  expect(home.read(name)).toBe(before)
})

test('a dry run shows the plan and writes nothing', () => {
  const home = homeWith(rounds(4))
  const before = home.all()
  const words = ['compact', home.path(name), '--fraction', '.5', '--dry-run', '-q']
  expect(mortise(words, { environment: { HOME: home.folder } })).toEqual({
    stdout: `${plan}✔ ${small.replace(' is ', ' would be ')}; nothing was written\n`,
    stderr: '',
    exit: 0,
  })
  expect(home.all()).toEqual(before)
})

test('what is broken is mended on the way, and the answer as JSON has the sizes', () => {
  const home = homeWith(rounds(4).filter(({ uuid }) => uuid !== 'r3'))
  const { stdout, exit } = mortise([
    'compact',
    '7f3a',
    '--yes',
    '--budget',
    '90',
    '--json',
    '--home',
    home.folder,
  ])
  expect(exit).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    command: 'compact',
    target: { kind: 'session', api: 'anthropic' },
    id: '7f3a9d10-1111-4222',
    changed: true,
    fits: true,
    left: [],
  })
  expect(mortise(['check', home.path(name), '-q', '--home', home.folder]).exit).toBe(0)
  expect(mortise(['doctor', '-q', '--home', home.folder]).exit).toBe(0)
})

test('one that cannot become small enough becomes as small as it can', () => {
  const home = homeWith(rounds(4))
  const words = ['compact', '7f3a', '--budget', '1', '--yes', '-q', '--home', home.folder]
  const { stdout, exit } = mortise(words)
  expect(exit).toBe(1)
  expect(stdout).toMatch(
    /✖ 7f3a9d10-1111-4222 is not small enough, and the API accepts no smaller version: was 124 tokens \(12 messages\), is /,
  )
  const bytes = home.read(name)
  const again = mortise(words)
  expect(again.exit).toBe(1)
  expect(again.stdout).toMatch(/version: is \d+ tokens; the budget is 1\n/)
  expect(home.read(name)).toBe(bytes)
})

test.each([
  [['compact', '7f3a', '--yes'], 'Say how small it must be', 2],
  [['compact', '7f3a', '--yes', '--budget', '9', '--format', 'openai-chat'], 'is not for a session', 2],
  [['compact', 'nobody', '--budget', '9'], 'no session whose id begins so', 4],
  [['compact', '-', '--budget', '9', '--last'], 'One session at a time: name it, or say `--last`.', 2],
])('%j is a clear sentence', (words, sentence, code) => {
  const home = homeWith(rounds(2))
  const before = home.all()
  const { stderr, stdout, exit } = mortise(words, { environment: { HOME: home.folder } })
  expect(stderr).toContain(sentence)
  expect([stdout, exit]).toEqual(['', code])
  expect(home.all()).toEqual(before)
})
