import { expect, test } from 'vitest'
import { open, sound } from './conversations.ts'
import { folderWith, mortise } from './run.ts'

const records = (messages: readonly unknown[]): string =>
  messages.map((message) => `${JSON.stringify({ type: 'x', message, uuid: 'u' })}\n`).join('')

const folder = folderWith({
  'sound.jsonl': `${JSON.stringify({ type: 'summary' })}\n${records(sound.messages)}`,
  'broken.jsonl': records(open.messages),
  'bare.jsonl': open.messages.map((message) => JSON.stringify(message)).join('\r\n'),
  'torn.jsonl': `${records(sound.messages)}{"type":"x","mess\n\0\0\0\n`,
  'rows.jsonl': '{"id":1,"document":{}}\n{"id":2,"document":{}}\n',
})

const faults = (place: string): string => `✖ ${place}  call-without-result`

test.each(['wasm', 'typescript'])('a session, line by line, by %s', (reader) => {
  const environment = reader === 'wasm' ? {} : { MORTISE_NO_WASM: '1' }
  const check = (file: string): ReturnType<typeof mortise> =>
    mortise(['check', file, '--api', 'anthropic'], { folder, environment })
  expect(check('sound.jsonl')).toEqual({
    stdout: `✔ sound.jsonl is sound for anthropic (${sound.messages.length} turns in ${sound.messages.length + 1} lines)\n`,
    stderr: '',
    exit: 0,
  })
  expect(check('broken.jsonl')).toMatchObject({ exit: 1 })
  expect(check('broken.jsonl').stdout).toContain(faults('line 2 message'))
  expect(check('bare.jsonl').stdout).toContain(faults('line 2'))
  const torn = check('torn.jsonl')
  expect(torn.exit).toBe(1)
  expect(torn.stdout).toBe(
    [sound.messages.length + 1, sound.messages.length + 2]
      .map((line) => `✖ line ${line}  unreadable  This is not valid JSON\n`)
      .join(''),
  )
})

test('from standard input, and as JSON', () => {
  const input = records(open.messages)
  const { stdout, stderr, exit } = mortise(['check', '--json'], { input })
  expect(exit).toBe(1)
  expect(stderr).toBe("api: anthropic (the format's first-party API)\n")
  expect(JSON.parse(stdout)).toMatchObject({
    schema: 'mortise/1',
    command: 'check',
    target: { kind: 'lines', format: 'anthropic-messages', api: 'anthropic' },
    lines: open.messages.length,
    turns: open.messages.length,
    found: [{ rule: 'call-without-result', record: 'line 2' }],
  })
})

test('rows of a batch are no session', () => {
  expect(mortise(['check', 'rows.jsonl'], { folder })).toMatchObject({ exit: 4 })
  expect(mortise(['check', 'rows.jsonl'], { folder }).stderr).toContain('check --batch rows.jsonl')
})
