import type { Sentence } from '../sentences.ts'

const all = ['ai-sdk', 'everywhere-ai-sdk']

/** The AI SDK. */
export const aiSdk: readonly Sentence[] = [
  {
    says: 'Tool result is missing for tool call {id}.',
    by: [[all, ['call-without-result', 'result-out-of-place']]],
    sources: ['vercel/ai:packages/ai/src/error/missing-tool-result-error.ts'],
  },
  {
    says: 'Invalid prompt: The messages do not match the ModelMessage[] schema.',
    by: [
      [
        all,
        [
          'call-id-missing',
          'call-by-user',
          'tool-name-missing',
          'null-content',
          'content-not-text',
          'unknown-role',
        ],
      ],
    ],
    sources: ['lunapark/lunapark#209', 'vercel/ai:packages/ai/src/prompt/standardize-prompt.ts'],
  },
  {
    says: 'Invalid prompt: messages must not be empty',
    by: [[all, ['no-turns']]],
    sources: ['vercel/ai#10003', 'zebbern/Devonz#4'],
  },
]
