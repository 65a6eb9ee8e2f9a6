import { rulebooks, ruleNames } from '@mortise/core'
import { expect, test } from 'vitest'
import { apis } from '../learn/apis.ts'
import { formats } from '../learn/formats.ts'
import { rules } from '../learn/rules.ts'
import type { Invocation, RunCommand } from '../program/command.ts'
import { screenOn } from './screen.ts'
import { styleOf } from './style.ts'
import { widthOf } from './wrap.ts'

const off = { json: false, batch: false, plain: false, quiet: false, help: false, version: false }

async function linesOf(
  width: number,
  run: RunCommand,
  words: readonly string[],
  api?: string,
): Promise<readonly string[]> {
  const written: string[] = []
  const stream = { isTTY: true, columns: width, write: (text: string) => written.push(text) > 0 }
  const out = screenOn(stream, styleOf(stream, { NO_COLOR: '1' }, false))
  const flags = api === undefined ? off : { ...off, api }
  const invocation: Invocation = { flags, words, program: 'npx mortise', out, story: out }
  expect(await run(invocation)).toBe(0)
  return written.join('').split('\n')
}

test.each<[string, RunCommand, readonly string[], string?]>([
  ['the rules', rules, []],
  ['the APIs', apis, []],
  ['the formats', formats, []],
  ...ruleNames.map((rule): [string, RunCommand, string[]] => [rule, rules, [rule]]),
  ...rulebooks.map(({ name }): [string, RunCommand, string[]] => [name, apis, [name]]),
  ...rulebooks.map(({ name }): [string, RunCommand, string[], string] => [
    `the rules of ${name}`,
    rules,
    [],
    name,
  ]),
])('no line is wider than a terminal: %s', async (_, run, words, api) => {
  for (const width of [80, 120, 200]) {
    const lines = await linesOf(width, run, words, api)
    // A word that is longer than a line stays whole: models are matched by patterns of that kind.
    const isWord = (line: string): boolean => !line.trim().includes(' ')
    expect(lines.filter((line) => widthOf(line) > width && !isWord(line))).toEqual([])
  }
})
