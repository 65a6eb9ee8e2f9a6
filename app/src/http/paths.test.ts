import { describe, expect, test } from 'vitest'
import { plainPath, plainPaths, readPath } from './paths.ts'

const prefixes = new Set(['anthropic', 'openai', 'gemini', 'bedrock', 'antigravity'])

describe('a path of a conversation', () => {
  test.each([
    ['/v1/messages', 'anthropic-messages', 'answer', '/v1/messages', undefined],
    ['/messages', 'anthropic-messages', 'answer', '/v1/messages', undefined],
    ['/anthropic/v1/messages', 'anthropic-messages', 'answer', '/v1/messages', undefined],
    ['/antigravity/v1/messages', 'anthropic-messages', 'answer', '/v1/messages', undefined],
    ['/messages/count_tokens', 'anthropic-messages', 'count', '/v1/messages/count_tokens', undefined],
    ['/openai/chat/completions', 'openai-chat', 'answer', '/v1/chat/completions', undefined],
    ['/v1/responses', 'openai-responses', 'answer', '/v1/responses', undefined],
    [
      '/gemini/v1beta/models/g:generateContent',
      'gemini-contents',
      'answer',
      '/v1beta/models/g:generateContent',
      'g',
    ],
    [
      '/models/g:streamGenerateContent',
      'gemini-contents',
      'stream',
      '/v1beta/models/g:streamGenerateContent',
      'g',
    ],
    ['/v1/models/g:countTokens', 'gemini-contents', 'count', '/v1beta/models/g:countTokens', 'g'],
    ['/model/a%3A0/converse', 'bedrock-converse', 'answer', '/model/a%3A0/converse', 'a:0'],
    ['/bedrock/model/a/converse-stream', 'bedrock-converse', 'stream', '/model/a/converse-stream', 'a'],
    ['/openai/deployments/d/chat/completions', 'openai-chat', 'answer', undefined, undefined],
    [
      '/v1/projects/p/locations/l/publishers/google/models/g:generateContent',
      'gemini-contents',
      'answer',
      undefined,
      'g',
    ],
    ['/v1/responses/compact', 'openai-responses', 'answer', undefined, undefined],
  ])('%s', (path, format, task, plain, model) => {
    const { conversation } = readPath(path, prefixes)
    expect(conversation).toMatchObject({ format, task })
    expect(conversation?.plain).toBe(plain)
    expect(conversation?.model).toBe(model)
  })

  test.each([
    ['/v1/embeddings'],
    ['/'],
    ['/v1/models'],
    ['/model//converse'],
    ['/v1/messages/'],
    ['/other/v1/message'],
    ['/v1/files/messages'],
    ['/admin/v1/chat/completions'],
    ['/openai/deployments/a%2Fb/chat/completions'],
  ])('%s is none', (path) => {
    expect(readPath(path, prefixes).conversation).toBeUndefined()
  })

  test('a prefix is taken off, and only one', () => {
    expect(readPath('/openai/v1/files', prefixes)).toEqual({ prefix: 'openai', rest: '/v1/files' })
    expect(readPath('/openai/openai/v1/files', prefixes).rest).toBe('/openai/v1/files')
  })
})

test('a plain path is read as what it was made for', () => {
  for (const format of ['anthropic-messages', 'openai-chat', 'gemini-contents', 'bedrock-converse'])
    for (const task of ['answer', 'stream', 'count'] as const) {
      const path = plainPath(format, task, 'a/b:c')
      if (path !== undefined) expect(readPath(path, prefixes).conversation).toMatchObject({ format, task })
    }
  expect(plainPaths()).toHaveLength(10)
})
