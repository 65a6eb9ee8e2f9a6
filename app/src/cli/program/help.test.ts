import { expect, test } from 'vitest'
import type { Command } from './command.ts'
import { commandHelp } from './help.ts'

const command = {
  name: 'try',
  summary: 'try something',
  about: ['One sentence that goes', 'on here. Another one.', 'A second paragraph.'],
  flags: [],
  means: {},
  examples: [],
} as unknown as Command

test.each([
  [80, ['One sentence that goes on here. Another one.', 'A second paragraph.']],
  [Number.POSITIVE_INFINITY, ['One sentence that goes', 'on here. Another one.', 'A second paragraph.']],
])('in %s columns a paragraph is broken once at the most', (width, lines) => {
  const help = commandHelp('mortise', command, width)
  expect(help.slice(5, 5 + lines.length)).toEqual(lines)
})
