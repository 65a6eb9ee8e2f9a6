import { expect, test } from 'vitest'
import { bedrockConverse } from '../../formats/bedrock-converse/index.ts'
import { withOffers } from '../../formats/offers.ts'
import { openaiChat } from '../../formats/openai-chat/index.ts'
import type { FactName } from '../../model/fact-names.ts'
import type { Format } from '../../model/format.ts'
import type { Part } from '../../model/transcript.ts'
import { newText, newTurn } from './draft.ts'
import { checkPlace } from './fact-place.ts'

const text: Part = newText('a', 'w')
const turn = newTurn('user', [text], 'w')

test.each<
  [name: string, format: Format, on: Parameters<typeof checkPlace>[1], fact: Parameters<typeof checkPlace>[2]]
>([
  ['a fact of a turn', openaiChat, turn, 'speaker'],
  ['a fact of a part', bedrockConverse, text, 'text'],
  ['the raw value of a part', openaiChat, text, 'raw'],
  ['a fact of the body', openaiChat, 'body', 'tools'],
  ['a fact by which tools are offered', withOffers(openaiChat), 'body', 'no-choice'],
  ['a fact without a place on purpose', bedrockConverse, text, 'mark'],
])('%s has a place', (_, format, on, fact) => {
  expect(() => checkPlace(format, on, fact, 'some-rule')).not.toThrow()
})

test.each<[on: Parameters<typeof checkPlace>[1], fact: FactName | 'thinking', where: string]>([
  [turn, 'signature', 'a turn'],
  [text, 'text', 'a part (text)'],
  ['body', 'thinking', 'the body'],
])('without a place it is a bug: %#', (on, fact, where) => {
  expect(() => checkPlace(openaiChat, on, fact, 'some-rule')).toThrow(
    expect.objectContaining({
      code: 'bug',
      message: `The rule \`some-rule\` sets \`${fact}\` of ${where}, and the format \`openai-chat\` has no place for it.`,
    }),
  )
})
