import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

test('takes a command line apart, wherever the flags stand', () => {
  const asked = readArguments(['--json', 'check', 'a.json', '--api=anthropic', '--tail', 'open', '-q'])
  expect(asked.command).toBe('check')
  expect(asked.words).toEqual(['a.json'])
  expect(asked.given).toEqual(['json', 'api', 'tail', 'quiet'])
  expect(asked.flags).toMatchObject({ json: true, quiet: true, batch: false, api: 'anthropic', tail: 'open' })
})

test('reads what stands after `--` as words, and `-` as one', () => {
  expect(readArguments(['check', '--', '--api']).words).toEqual(['--api'])
  expect(readArguments(['check', '-']).words).toEqual(['-'])
})

test.each([
  [['check', '--polcy', 'keep'], 'Unknown flag `--polcy`. Did you mean `--policy`?'],
  [['check', '-x'], 'Unknown flag `-x`.'],
  [['check', '--constructor'], 'Unknown flag `--constructor`.'],
  [['check', '--json=yes'], '`--json` takes no value.'],
  [['check', '--api'], '`--api` needs a value.'],
  [['check', '--api='], '`--api` needs a value.'],
  [['check', '--api', '--json'], '`--api` needs a value.'],
  [['check', '--tail'], '`--tail` needs a value: `closed`, `rest` or `open`.'],
  [
    ['check', '--policy', 'kep'],
    '`kep` is no value of `--policy`; it takes `keep`, `drop`, `drop-turn` or `report`.',
  ],
])('%j is refused in a sentence', (line, sentence) => {
  expect(() => readArguments(line)).toThrow(sentence)
})
