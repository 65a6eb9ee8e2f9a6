import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apply, type Plan } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { folderWith, mortise, type Seen } from './run.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const model = (content: unknown): object => ({ role: 'assistant', content })
const use = (id: string): object =>
  model([{ type: 'tool_use', id, name: 'bash', input: { command: `ls ${id}`, seed: 1 } }])
const answer = (id: string, content: string): object =>
  user([{ type: 'tool_result', tool_use_id: id, content }])

const long = {
  model: 'claude-sonnet-4-5',
  system: 'Be brief.',
  messages: [
    user('List the files.'),
    use('toolu_01'),
    answer('toolu_01', 'a.txt '.repeat(500)),
    use('toolu_02'),
    answer('toolu_02', 'b.txt'),
    model('There are two.'),
    user('And?'),
    use('toolu_03'),
    answer('toolu_03', 'c.txt'),
    user('Go on.'),
  ],
}

const text = `${JSON.stringify(long, null, 2)}\n`
const folder = folderWith({
  'long.json': text,
  'open.json': JSON.stringify({
    ...long,
    messages: [...long.messages.slice(0, 4), ...long.messages.slice(5)],
  }),
})

test('the smaller document on standard output, the story on standard error', () => {
  const { stdout, stderr, exit } = mortise(['compact', 'long.json', '--budget', '120'], { folder })
  expect(stderr).toBe(`api: anthropic (the model \`claude-sonnet-4-5\` names it)
  shorten  1,584 to 865 tokens
  clear    865 to 131 tokens
  drop     131 to 90 tokens, 10 to 8 messages
✔ long.json is small enough for anthropic: was 1,584 tokens (10 messages), is 90 (8 messages); the budget is 120
`)
  expect(exit).toBe(0)
  const smaller = { ...long, messages: long.messages.filter((_, at) => at !== 1 && at !== 2) }
  expect(stdout).toBe(`${JSON.stringify(smaller, null, 2)}\n`)
})

test('only what would be done', () => {
  const { stdout, stderr } = mortise(['compact', 'long.json', '--fraction', '0.3', '--dry-run'], { folder })
  expect(stderr).toBe('api: anthropic (the model `claude-sonnet-4-5` names it)\n')
  expect(stdout).toBe(`  drop  1,584 to 90 tokens, 10 to 8 messages
✔ long.json is small enough for anthropic: was 1,584 tokens (10 messages), is 90 (8 messages)
`)
})

test('small enough already: byte for byte', () => {
  expect(mortise(['compact', 'long.json', '--budget', '5000', '--api', 'anthropic'], { folder })).toEqual({
    stdout: text,
    stderr: '✔ long.json is small enough for anthropic: is 1,584 tokens; the budget is 5,000\n',
    exit: 0,
  })
})

test('what is broken is mended first', () => {
  const { stderr } = mortise(['compact', 'open.json', '--fraction', '0.2', '--api', 'anthropic'], { folder })
  expect(stderr).toContain(
    '✔ messages.3  call-without-result  mended: `toolu_02` bash has no result in the next turn\n',
  )
  const within = mortise(['compact', 'open.json', '--budget', '100k', '--api', 'anthropic'], { folder })
  expect(within.stderr).toMatch(
    / is small enough for anthropic: was [\d,]+ tokens \(9 messages\), is [\d,]+ \(10 messages\) after 1 repair; the budget is 100,000\n$/,
  )
})

test('what cannot be small enough is the smallest there is, and ends with 1', () => {
  const { stdout, stderr, exit } = mortise(['compact', 'long.json', '--budget', '1', '--plain'], { folder })
  expect(exit).toBe(1)
  expect(stderr).toContain(
    'x long.json cannot be made small enough for anthropic: was 1,584 tokens (10 messages), is 18 (2 messages); the budget is 1\n',
  )
  expect(JSON.parse(stdout).messages).toEqual([long.messages[0], long.messages[9]])
})

test('the whole answer as JSON', () => {
  const whole = JSON.parse(
    mortise(['compact', 'long.json', '--budget', '120', '--json', '-q'], { folder }).stdout,
  )
  expect(Object.keys(whole)).toEqual([
    ...['schema', 'command', 'target', 'found', 'document', 'changed', 'plan', 'left', 'firstChange'],
    ...['fits', 'before', 'after', 'stages', 'wasRepaired', 'hidden'],
  ])
  expect(apply(long, whole.plan as Plan)).toEqual({ ok: true, value: whole.document })
  const dry = JSON.parse(
    mortise(['compact', 'long.json', '--budget', '1', '--json', '--dry-run', '-q'], { folder }).stdout,
  )
  expect(dry).toMatchObject({ fits: false, smallest: 18 })
  expect(dry.document).toBeUndefined()
})

test('numbers stay as they were written', () => {
  const input = JSON.stringify(long).replaceAll('"seed":1', '"seed":12345678901234567890')
  const { stdout } = mortise(['compact', '--budget', '130', '-q'], { input })
  expect(stdout).toContain('"seed":12345678901234567890')
})

test.each([
  [[], 'Say how small it must be: by `--budget` or by `--fraction`.'],
  [['--budget', '10', '--fraction', '0.5'], 'Say how small it must be: by `--budget` or by `--fraction`.'],
  [['--budget', '10x'], '`10x` is no number of tokens: it takes 100000 or 100k.'],
  [['--fraction', '50'], '`50` is no share: it takes a number from 0 to 1.'],
])('%j is refused', (words, sentence) => {
  const { stderr, exit } = mortise(['compact', 'long.json', ...words], { folder })
  expect(stderr).toContain(`mortise: ${sentence}\nhint: npx mortise compact`)
  expect(exit).toBe(2)
})

describe('into a file', () => {
  const place = folderWith({ 'long.json': text, taken: 'mine' })
  const state = folderWith({})
  const read = (name: string): string => readFileSync(join(place, name), 'utf8')
  const run = (...words: readonly string[]): Seen =>
    mortise(words, { folder: place, environment: { MORTISE_HOME: state } })
  const small = ['compact', 'long.json', '--budget', '120'] as const
  const smaller = run(...small, '-q').stdout
  const operationIn = ({ stdout }: Seen): string => /undo: npx mortise undo (\w{8})/.exec(stdout)?.[1] ?? ''

  test('a new one, and the story on standard output', () => {
    const { stdout, stderr, exit } = run(...small, '-o', 'out')
    expect(stdout).toMatch(/\n✔ long\.json is small enough [^\n]*\n {2}written: out\n$/)
    expect(stderr).toBe(`document: long.json; the result goes to out
api: anthropic (the model \`claude-sonnet-4-5\` names it)
`)
    expect([exit, read('out'), read('long.json')]).toEqual([0, smaller, text])
  })

  test('over another one only if forced, and that can be undone', () => {
    expect(run(...small, '--api', 'anthropic', '-o', 'taken')).toEqual({
      stdout: '',
      exit: 3,
      stderr: `document: long.json; the result goes to taken
mortise: \`taken\` exists already; nothing was written.
hint: npx mortise compact long.json --budget 120 --api anthropic -o taken --force
`,
    })
    const forced = run(...small, '-o', 'taken', '--force')
    expect([forced.exit, read('taken')]).toEqual([0, smaller])
    expect(run('undo', operationIn(forced)).exit).toBe(0)
    expect(read('taken')).toBe('mine')
  })

  test('the file that is read only by --in-place', () => {
    expect(run(...small, '-o', './long.json')).toMatchObject({
      exit: 2,
      stderr: `mortise: \`-o ./long.json\` names the file that is read.
hint: npx mortise compact long.json --budget 120 --in-place
`,
    })
    expect(run(...small, '-o', 'x', '--in-place').exit).toBe(2)
    expect(read('long.json')).toBe(text)
  })

  test.each([
    ['small enough', '120', 0],
    ['as small as it gets', '1', 1],
  ])('in place, %s, and undone byte for byte', (_, budget, exit) => {
    const words = ['compact', 'long.json', '--budget', budget] as const
    const printed = run(...words, '-q').stdout
    const dry = run(...words, '--in-place', '--dry-run')
    expect([dry.exit, read('long.json')]).toEqual([exit, text])
    expect(dry.stdout).toMatch(/\n {2}nothing was written\n$/)
    const done = run(...words, '--in-place')
    expect([done.exit, read('long.json')]).toEqual([exit, printed])
    expect(JSON.parse(run('log', '--json').stdout).operations[0]).toMatchObject({ command: 'compact' })
    expect(run('undo', operationIn(done)).exit).toBe(0)
    expect(read('long.json')).toBe(text)
  })

  test('as JSON the document is not repeated', () => {
    const answer = JSON.parse(run(...small, '-o', 'third', '--json', '-q').stdout)
    expect(answer).toMatchObject({ changed: true, fits: true, output: 'third', operation: null })
    expect(answer.document).toBeUndefined()
  })

  // A request to this model must end with the user's turn, and no turn is invented.
  test('one in which a fault would be left keeps its bytes', () => {
    const messages = [...long.messages, model('Done.')]
    const late = JSON.stringify({ ...long, model: 'claude-opus-4-6', messages })
    writeFileSync(join(place, 'late.json'), late)
    const { stdout, exit } = run('compact', 'late.json', '--budget', '900', '--in-place')
    expect(stdout).toMatch(/\n {2}the file was not changed: faults would be left\n$/)
    expect([exit, read('late.json')]).toEqual([1, late])
  })

  test('one that is small enough keeps its bytes', () => {
    const kept = run('compact', 'long.json', '--budget', '5000', '--in-place')
    expect([kept.exit, operationIn(kept), read('long.json')]).toEqual([0, '', text])
  })

  test.each([
    [['-', '--in-place'], '`--in-place` needs a file; standard input cannot be changed.'],
    [['long.json', '--force'], '`--force` is not for a document: '],
  ])('%j is refused', (words, sentence) => {
    expect(run('compact', ...words, '--budget', '120')).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(sentence),
    })
  })
})
