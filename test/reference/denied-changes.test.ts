import { denying, printPlace, repair, rulebooks } from '@mortise/core'
import { expect, test } from 'vitest'
import { ask, got, model, say, use, user } from './denied-build.ts'

const gives = (name: string): object => ({ type: 'tool_addition', tool: { type: 'tool_reference', name } })
const takes = (name: string): object => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } })
const brings = (name: string): object => ({
  type: 'tool_addition',
  tool: { type: 'tool_definition', definition: { name, input_schema: { type: 'object' } } },
})
const told = (...content: readonly object[]): object => ({ role: 'system', content })

interface Row {
  readonly name: string
  readonly before: readonly object[]
  readonly after: readonly object[]
  readonly at: readonly string[]
}

const rows: readonly Row[] = [
  {
    name: 'a denied tool is not given, another one is',
    before: [ask, told(gives('run'), gives('read')), model(say('so')), ask],
    after: [ask, told(gives('read')), model(say('so')), ask],
    at: ['1.content.0'],
  },
  {
    name: 'instructions that only give a denied tool go',
    before: [ask, told(gives('run')), model(use('a', 'run')), user(got('a')), model(say('so')), ask],
    after: [ask, model(say('so')), ask],
    at: ['1.content.0', '2.content.0', '3.content.0'],
  },
  {
    name: 'a denied tool that is taken away stays away',
    before: [ask, told(takes('run')), model(say('so')), ask],
    after: [ask, told(takes('run')), model(say('so')), ask],
    at: [],
  },
  {
    name: 'a denied tool that is brought along goes with its end',
    before: [
      ask,
      told(brings('run'), say('Run it.')),
      model(say('so')),
      ask,
      told(takes('run')),
      model(say('on')),
      ask,
    ],
    after: [ask, told(say('Run it.')), model(say('so')), ask, model(say('on')), ask],
    at: ['1.content.0', '4.content.0'],
  },
]

test.each(rows)('$name', ({ before, after, at }) => {
  const book = rulebooks.find(({ name }) => name === 'anthropic')
  if (book === undefined) throw new Error('there is no such API')
  const { document, report } = repair(before, { api: denying(book, { tools: ['run'] }) })
  const denied = report.found.filter(({ rule }) => rule === 'tool-denied')
  expect(denied.map((each) => printPlace(each.at))).toEqual(at)
  expect(document).toEqual(after)
  expect(report.left).toEqual([])
})
