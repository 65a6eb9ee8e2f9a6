import { stripVTControlCharacters } from 'node:util'
import { rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { mortise } from './run.ts'

test('one rule', () => {
  const { stdout, stderr, exit } = mortise(['rules', 'results-split'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  const [words, remedies, apis, evidence, sentence] = stdout.trimEnd().split('\n\n')
  expect(words).toMatchInlineSnapshot(`
    "results-split  Results of one turn are spread over several
      what happened: The result is there, but this API wants it right after its call. This happens when messages are added, merged or split between a call and its result.
      what to do: Repair the conversation. Each misplaced result is moved next to its call."
  `)
  expect(remedies).toMatchInlineSnapshot(`
    "POLICY     REMEDY  WHAT HAPPENS
    keep       mend    the rule’s own remedy
    drop       mend    the rule’s own remedy
    drop-turn  mend    the rule’s own remedy
    report     leave   nothing is changed"
  `)
  expect(apis).toMatch(
    /^API +SEVERITY {2}EVIDENCE\nanthropic +advice +reported\nanthropic-strict +refused +quoted/,
  )
  expect(evidence).toMatch(/^reported: it was told in words$/m)
  expect(sentence).toMatch(
    /^anthropic, anthropic-strict.*:\n {2}messages\.\{calling\}: `tool_use` ids were found/,
  )
})

test('one rule for programs', () => {
  const { schema, command, target, rules } = JSON.parse(
    mortise(['rules', 'call-without-result', '--json']).stdout,
  )
  expect({ schema, command, target }).toEqual({
    schema: 'mortise/1',
    command: 'rules',
    target: { kind: 'catalogue' },
  })
  expect(rules).toEqual([
    {
      name: 'call-without-result',
      title: 'A call has no result',
      happened: expect.any(String),
      todo: expect.any(String),
      policies: { keep: 'answer', drop: 'drop', 'drop-turn': 'drop-turn', report: 'leave' },
      apis: expect.objectContaining({
        mistral: {
          severity: 'refused',
          evidence: 'source',
          says: 'Not the same number of function calls and responses',
        },
      }),
    },
  ])
})

test('one rule of sessions', () => {
  const { stdout, exit } = mortise(['rules', 'parent-cycle'])
  expect(exit).toBe(0)
  expect(stdout).toBe(`parent-cycle  A record follows itself
  what happened: The parents of this record lead back to it. An agent that walks back from the end never arrives at a start, and hangs or stops somewhere.
  what to do: Repair the session: the first record of the ring becomes the start of the conversation. All that was said stays.

POLICY     REMEDY  WHAT HAPPENS
keep       mend    the rule’s own remedy
drop       mend    the rule’s own remedy
drop-turn  mend    the rule’s own remedy
report     leave   nothing is changed

AGENT        SEVERITY
claude-code  refused
neovate      refused
openclaw     refused
pi           refused
qwen         refused

Only sessions can have this fault: documents have no records that hang on each other.
`)
  expect(JSON.parse(mortise(['rules', 'result-off-path', '--json']).stdout).rules).toEqual([
    {
      name: 'result-off-path',
      title: 'A result hangs where its agent does not see it',
      happened: expect.any(String),
      todo: expect.any(String),
      policies: { keep: 'mend', drop: 'mend', 'drop-turn': 'mend', report: 'leave' },
      apis: {},
      agents: { neovate: { severity: 'refused' } },
    },
  ])
})

test('one rule with one API', () => {
  const { stdout } = mortise(['rules', 'illegal-call-id', '--api', 'mistral'])
  expect(stdout).toContain('\nmistral  refused   source\n  must match `^[a-zA-Z0-9]{9}$`\n')
  expect(stdout).not.toContain('anthropic')
  expect(mortise(['rules', 'results-split', '--api', 'mistral']).stdout).toMatch(
    /\n`mistral` does not mind\.\n$/,
  )
  const { target } = JSON.parse(mortise(['rules', 'results-split', '--api', 'mistral', '--json']).stdout)
  expect(target).toEqual({ kind: 'catalogue', format: 'openai-chat', api: 'mistral' })
})

test('a rule that every API has', () => {
  expect(mortise(['rules', 'unreadable']).stdout).toMatch(/\nEvery API refuses what cannot be read\.\n$/)
})

test('one API', () => {
  const { stdout, stderr, exit } = mortise(['apis', 'anthropic-strict'])
  expect({ stderr, exit }).toEqual({ stderr: '', exit: 0 })
  const [words, layout, rules] = stdout.split('\n\n')
  expect(words).toMatchInlineSnapshot(`
    "anthropic-strict  Anthropic-compatible APIs that do not merge turns
      format: anthropic-messages
      chosen: by name, or for models that match \`^(deepseek-|kimi|moonshot|minimax|glm-[^:/]*$)\`"
  `)
  expect(layout).toMatchInlineSnapshot(`
    "Results stand in the turn right after their calls.
    Results stand before anything else in their turn.
    The results of one turn stand together in one turn.
    Nothing but calls follows a call in its turn.
    A call id is used once in the whole request."
  `)
  expect(rules).toMatch(/^RULE +SEVERITY {2}EVIDENCE\n/)
  expect(rules).toMatch(/^illegal-call-id +advice +reported\n {2}must match `\^\[a-zA-Z0-9_-\]\+\$`$/m)
  expect(stdout).toMatch(/\nempty-text:\n {2}messages: text content blocks must be non-empty\n/)
})

test('one API for programs', () => {
  const { command, target, apis } = JSON.parse(mortise(['apis', 'openai', '--json']).stdout)
  const { rows, layout, ...others } = rulebooks.find(({ name }) => name === 'openai')!
  expect({ command, target }).toEqual({
    command: 'apis',
    target: { kind: 'catalogue', format: 'openai-chat', api: 'openai' },
  })
  expect(apis).toEqual([{ ...others, layout, rows, rules: Object.keys(rows) }])
})

test.each([[['rules']], [['rules', 'empty-text']], [['apis', 'kimi']]])(
  '%j has colours only where they are wanted',
  (words) => {
    const painted = mortise(words, { environment: { FORCE_COLOR: '1' } }).stdout
    const plain = mortise(words).stdout
    expect(painted).toContain('\u001b[1m')
    expect(stripVTControlCharacters(painted)).toBe(plain)
    expect(mortise(words, { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stdout).toBe(plain)
  },
)
