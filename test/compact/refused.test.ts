import {
  type CompactOptions,
  compact,
  followCompact,
  MortiseError,
  type SummarizeOptions,
} from '@mortise/core'
import { expect, test } from 'vitest'
import { freeze } from '../laws/laws.ts'

const messages = Array.from({ length: 12 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `turn ${at}`,
}))
freeze(messages)

const stages = '`shorten`, `clear`, `summarize`, `drop`, `cut`, `hide`'
const howSmall = 'Say how small it must be: by `budget` or by `fraction`.'
const tokens = 'A `budget` is a number of tokens.'
const share = 'A `fraction` is a number from 0 to 1.'
const count = '`countTokens` has to give a number of tokens.'
const atOnce = (name: string): string => `\`${name}\` has to answer at once, not with a promise.`
const kept = '`keep` says true or false of `system` and of `firstUser`.'
const pins = '`pin` is a list of positions, counted from 0, or a test.'
const usage = '`usage` has the `tokens` of the first `messages`, as numbers.'

const refusals: readonly (readonly [string, unknown, string])[] = [
  ['no wishes', undefined, howSmall],
  ['wishes that are null', null, howSmall],
  ['wishes that are a number', 500, howSmall],
  ['neither budget nor fraction', {}, howSmall],
  ['both', { budget: 1, fraction: 0.5 }, howSmall],
  ['a budget that is not a number', { budget: Number.NaN }, tokens],
  ['a budget that is null', { budget: null }, tokens],
  ['a budget that is a text', { budget: '100' }, tokens],
  ['a budget below nothing', { budget: -1 }, tokens],
  ['a fraction that is null', { fraction: null }, share],
  ['a fraction that is not a number', { fraction: Number.NaN }, share],
  ['a fraction beyond one', { fraction: 50 }, share],
  ['a fraction that is a text', { fraction: '0.5' }, share],
  [
    'a stage without its function',
    { budget: 1, stages: ['summarize'] },
    'The stage `summarize` needs the function `summarize`.',
  ],
  [
    'a stage that is not known',
    { budget: 1, stages: ['drop', 'trim'] },
    `There is no stage \`trim\`; there are ${stages}.`,
  ],
  ['stages that are a text', { budget: 1, stages: 'drop' }, `\`stages\` is a list of names: ${stages}.`],
  ['stages that are null', { budget: 1, stages: null }, `\`stages\` is a list of names: ${stages}.`],
  [
    'a stage that is no text',
    { budget: 1, stages: ['drop', 5n] },
    `\`stages\` is a list of names: ${stages}.`,
  ],
  ['a counter that is no function', { budget: 1, countTokens: 4 }, '`countTokens` is a function.'],
  ['a counter that gives no number', { budget: 1, countTokens: () => Number.NaN }, count],
  ['a counter that gives nothing', { budget: 1, countTokens: () => undefined }, count],
  ['a counter that gives less than nothing', { budget: 1, countTokens: () => -5 }, count],
  ['a counter that gives no end', { budget: 1, countTokens: () => Number.POSITIVE_INFINITY }, count],
  ['a counter that gives a text', { budget: 1, countTokens: () => '5' }, count],
  ['a counter that gives a promise', { budget: 1, countTokens: async () => 5 }, atOnce('countTokens')],
  [
    'a promise that fails',
    { budget: 1, countTokens: () => Promise.reject(new Error('late')) },
    atOnce('countTokens'),
  ],
  [
    'a counter that throws',
    {
      budget: 1,
      countTokens: () => {
        throw new Error('no tokenizer')
      },
    },
    'The function `countTokens` failed (no tokenizer).',
  ],
  [
    'a counter that fails later',
    { budget: 1, countTokens: (text: string) => (text === 'turn 9' ? Number.NaN : 1) },
    count,
  ],
  ['what to keep as a list', { budget: 1, keep: ['system'] }, kept],
  ['what to keep as a text', { budget: 1, keep: { system: 'yes' } }, kept],
  ['a pin that is no list', { budget: 1, pin: 3 }, pins],
  ['a pin that is no position', { budget: 1, pin: [1, -1] }, pins],
  ['a test for pins that gives a promise', { budget: 1, pin: async () => true }, atOnce('pin')],
  ['usage that is no number', { budget: 1, usage: { tokens: Number.NaN } }, usage],
  ['usage of messages that are no number', { budget: 1, usage: { tokens: 5, messages: 'all' } }, usage],
  ['usage that is null', { budget: 1, usage: null }, usage],
]

test.each(refusals)('%s: one sentence, and nothing is done', (_, options, sentence) => {
  const wishes = typeof options === 'object' && options !== null ? { api: 'openai', ...options } : options
  expectRefusal(() => compact(messages, wishes as CompactOptions), sentence)
  expectRefusal(() => followCompact(wishes as CompactOptions & { api: string }).compact(messages), sentence)
})

function expectRefusal(act: () => unknown, sentence: string): void {
  const error = thrownBy(act)
  expect(error).toBeInstanceOf(MortiseError)
  expect(error).toMatchObject({ code: 'bad-option', message: sentence, hint: expect.any(String) })
}

function thrownBy(act: () => unknown): unknown {
  try {
    act()
  } catch (error) {
    return error
  }
  return undefined
}

test.each<[string, object, string]>([
  ['a summary that is a number', { budget: 20, summarize: () => 5 }, '`summarize` has to give a text.'],
  ['no summary at all', { budget: 20, summarize: () => undefined }, '`summarize` has to give a text.'],
  [
    'a message as a summary',
    { budget: 20, summarize: async () => messages[0] },
    '`summarize` has to give a text.',
  ],
  ['nobody who summarises', { budget: 20, summarize: 'short' }, '`summarize` is a function.'],
  ['a budget that is null', { budget: null, summarize: () => 'short' }, tokens],
])('%s: the promise says so in one sentence', async (_, options, sentence) => {
  const wishes = { api: 'openai', ...options } as SummarizeOptions
  await expect(compact(messages, wishes)).rejects.toMatchObject({ code: 'bad-option', message: sentence })
})

test('a follower has nobody to wait for', () => {
  const wishes = { api: 'openai', budget: 20, summarize: () => 'short' }
  expectRefusal(
    () => followCompact(wishes as unknown as CompactOptions & { api: string }),
    'A follower cannot wait for a summary: leave `summarize` out.',
  )
})
