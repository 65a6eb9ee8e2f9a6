import { expect, test } from 'vitest'
import { broken, makeHome, sound } from '../sessions/home.ts'
import { aside, call, type Json, piece, result, summary, text, user } from '../stores/claude-records.ts'
import { mortise } from './run.ts'

const home = makeHome()
home.write('-w-app/0a000000-1111-4222.jsonl', sound)
home.write('-w-app/7f3a9d10-1111-4222.jsonl', [summary('fix checkout retries', 'a2'), ...broken])
const where = ['--home', home.folder]

test('a list, newest first', () => {
  const lines = mortise(['sessions', ...where]).stdout.split('\n')
  expect(lines.map((line) => line.replace(/\s+/g, ' ').trim()).sort()).toEqual([
    '',
    '✔ 0a000000-1111 claude-code 1 hour ago 1.5 KB /w/app list the files',
    '✖ 7f3a9d10-1111 claude-code 1 hour ago 1.4 KB /w/app fix checkout retries',
  ])
  const { sessions, totals } = JSON.parse(mortise(['sessions', '--json', ...where]).stdout)
  expect(sessions).toHaveLength(2)
  expect(totals).toMatchObject({ sessions: 2, broken: 1 })
})

test('ids that begin alike are shown as far as they differ', () => {
  const alike = makeHome()
  for (const end of ['7abc', '7abd']) alike.write(`-w-app/0199c8a2-1111-${end}-8def.jsonl`, sound)
  const { stdout } = mortise(['sessions', '--home', alike.folder])
  expect(stdout.match(/0199c8a2\S+/g)?.sort()).toEqual(['0199c8a2-1111-7abc', '0199c8a2-1111-7abd'])
})

test('a list is told to its end in a pipe, and an empty one says which agents are known', () => {
  const many = makeHome()
  for (let number = 0; number < 43; number++) many.write(`-w-app/${number}.jsonl`, sound)
  expect(mortise(['sessions', '--home', many.folder]).stdout.split('\n')).toHaveLength(44)
  expect(mortise(['sessions', '--home', makeHome().folder])).toMatchObject({
    stdout: expect.stringMatching(/^No session of Claude Code, .* is here\.\nFor any other agent, .*\n$/),
    exit: 0,
  })
})

test('one session: turns, joints and faults', () => {
  expect(mortise(['show', '7f3a', ...where])).toEqual({
    stdout: `7f3a9d10-1111  claude-code  "fix checkout retries"  /w/app  1 hour ago
  file: ~/.claude/projects/-w-app/7f3a9d10-1111-4222.jsonl
  api:  anthropic

main: 4 turns
  line 2     user   list the files
✖ line 3     model  calls Bash: {"command":"ls"} (\`toolu_1\`)
                    ✖ \`toolu_1\` has no result
  line 4     user   and now?
  line 5     model  I am sorry

✖ line 3, a1 message  call-without-result  \`toolu_1\` Bash has no result in the next turn
  the API says: messages.1: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: toolu_1. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.
  a repair gives the call an error result that says none was recorded
  fix: npx mortise repair 7f3a9d10-1111-4222 --home ${home.folder}
`,
    stderr: '',
    exit: 1,
  })
})

test('a sound one, and its subagents', () => {
  const other = makeHome()
  other.write('-w-app/one.jsonl', [
    ...sound,
    aside(user('s1', null, 'look it up')),
    aside(piece('s2', 's1', 'm9', text('found'))),
  ])
  const { stdout, exit } = mortise(['show', 'one', '--home', other.folder])
  expect(exit).toBe(0)
  expect(stdout).toContain('✔ `toolu_1` is answered on line 3\n')
  expect(stdout).toMatch(/\n\w+: 2 turns, not sent again\n/)
  expect(stdout).toMatch(/\n✔ nothing will be refused\n$/)
})

test('a long session is shown to its end in a pipe', () => {
  const other = makeHome()
  const records: Json[] = [user('u0', null, 'go')]
  for (let turn = 0; turn < 40; turn++) {
    records.push(piece(`a${turn}`, `u${turn}`, `m${turn}`, call(`toolu_${turn}`)))
    if (turn !== 10) records.push(result(`r${turn}`, `a${turn}`, `toolu_${turn}`))
    records.push(user(`u${turn + 1}`, turn === 10 ? `a${turn}` : `r${turn}`, 'and now?'))
  }
  other.write('-w-app/long.jsonl', records)
  const { stdout } = mortise(['show', 'long', '--home', other.folder])
  expect(stdout.match(/^. line \d+ +(?:user|model) /gm)).toHaveLength(120)
  expect(stdout).toContain('✖ `toolu_10` has no result\n')
  const { conversations } = JSON.parse(mortise(['show', 'long', '--json', '--home', other.folder]).stdout)
  expect(conversations[0].turns).toHaveLength(120)
  expect(conversations[0].turns[1]).toEqual({
    line: 2,
    speaker: 'model',
    says: ['calls Bash: {"command":"ls"} (`toolu_0`)'],
    joints: [{ call: 'toolu_0', result: 3 }],
    isFaulty: false,
  })
})

test('a word of megabytes is cut', () => {
  const other = makeHome()
  const word = ']'.repeat(20 << 20)
  other.write('-w-app/wide.jsonl', [user('u1', null, word), ...broken.slice(1)])
  const { stdout, exit } = mortise(['show', 'wide', '--home', other.folder])
  expect(stdout).toContain(`  line 1     user   ${word.slice(0, 100)}…\n`)
  expect(exit).toBe(1)
})

test('one session has to be named', () => {
  expect(mortise(['show', ...where])).toMatchObject({
    exit: 2,
    stderr: `mortise: Name one session.\nhint: npx mortise sessions --home ${home.folder}\n`,
  })
})

test.each([
  [['sessions'], 0],
  [['doctor'], 0],
  [['repair', '--all', '--yes'], 0],
  [['clean', '--tools', '*', '--yes'], 0],
])('if no session was used lately, `%s` says so, and not that there is none', (words, exit) => {
  const old = makeHome()
  old.write('-w-app/00000000-1111-4111-8111-111111111111.jsonl', sound)
  const seen = mortise([...words, '--since', '5m', '--home', old.folder])
  expect(seen.stdout.split('\n').at(-2)).toMatch(
    /^No session of Claude Code, .* was written to in the last 5m\.$/,
  )
  expect(seen).toMatchObject({ exit, stderr: '' })
})
