import { expect, test } from 'vitest'
import { rulebooks } from '../rulebooks/index.ts'
import { readAddress } from './address.ts'

test.each([
  ['https://api.anthropic.com/v1/messages', { format: 'anthropic-messages', dropsBlocks: true }],
  ['https://API.Anthropic.com/v1/messages?beta=true', { format: 'anthropic-messages', dropsBlocks: true }],
  ['https://api.anthropic.com.example.org/v1/messages', { format: 'anthropic-messages' }],
  [
    'http://127.0.0.1:8080/anthropic/v1/messages/count_tokens',
    { format: 'anthropic-messages', counts: true },
  ],
  ['https://api.openai.com/v1/chat/completions', { format: 'openai-chat' }],
  ['https://api.openai.com/v1/responses', { format: 'openai-responses' }],
  ['https://api.openai.com/v1/responses/compact', { format: 'openai-responses' }],
  [
    'https://me.openai.azure.com/openai/deployments/a/chat/completions?api-version=1',
    { format: 'openai-chat', api: 'azure-openai' },
  ],
  ['https://API.DeepSeek.com/chat/completions', { format: 'openai-chat', api: 'deepseek' }],
  ['https://api.moonshot.cn/v1/chat/completions', { format: 'openai-chat', api: 'kimi' }],
  [
    'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
    { format: 'openai-chat', api: 'qwen' },
  ],
  ['https://api.minimax.io/v1/chat/completions', { format: 'openai-chat', api: 'minimax' }],
  ['https://api.mistral.ai/v1/chat/completions', { format: 'openai-chat', api: 'mistral' }],
  ['https://openrouter.ai/api/v1/chat/completions', { format: 'openai-chat', api: 'openrouter' }],
  ['https://open.bigmodel.cn/api/paas/v4/chat/completions', { format: 'openai-chat', api: 'glm' }],
  ['https://api.cerebras.ai/v1/chat/completions', { format: 'openai-chat', api: 'cerebras' }],
  ['https://api.groq.com/openai/v1/chat/completions', { format: 'openai-chat', api: 'groq' }],
  ['https://api.x.ai/v1/chat/completions', { format: 'openai-chat', api: 'xai' }],
  ['https://user:secret@api.x.ai:443/v1/chat/completions#top', { format: 'openai-chat', api: 'xai' }],
  ['https://x.ai.example.com/v1/chat/completions', { format: 'openai-chat' }],
  ['https://matrix.ai/v1/chat/completions', { format: 'openai-chat' }],
  [
    'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:generateContent?key=k',
    { format: 'gemini-contents' },
  ],
  ['https://example.com/v1/models/m:streamGenerateContent?alt=sse', { format: 'gemini-contents' }],
  [
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/us.amazon.nova%3A0/converse-stream',
    { format: 'bedrock-converse' },
  ],
  ['http://localhost:11434/v1/chat/completions', { format: 'openai-chat', api: 'ollama-v1' }],
  ['http://192.168.1.7:11434/api/chat', { format: 'openai-chat', api: 'ollama' }],
  ['https://ollama.com/v1/chat/completions', { format: 'openai-chat', api: 'ollama-v1' }],
  ['https://ollama.com/api/chat', { format: 'openai-chat', api: 'ollama' }],
  ['https://example.com/api/chat', undefined],
  ['/chat/completions', { format: 'openai-chat' }],
  ['https://api.anthropic.com/v1/messages/batches', undefined],
  ['https://api.openai.com/v1/embeddings', undefined],
  ['https://example.com/?next=/v1/messages', undefined],
  ['https://example.com/v1/messages/', undefined],
  ['', undefined],
])('%s', (url, address) => {
  expect(readAddress(url)).toEqual(address)
})

test.each([
  ['/chat/completions', 'https://api.x.ai/v1', { format: 'openai-chat', api: 'xai' }],
  ['/chat/completions', 'https://api.groq.com/v1', { format: 'openai-chat', api: 'groq' }],
  ['https://api.x.ai/v1/chat/completions', 'https://api.groq.com/v1', { format: 'openai-chat', api: 'xai' }],
  ['/v1/embeddings', 'https://api.x.ai', undefined],
])('%s of %s', (path, base, address) => {
  expect(readAddress(path, base)).toEqual(address)
})

const hosted = rulebooks.flatMap(({ name, hosts = [] }) => hosts.map((host) => [host, name] as const))

test.each(hosted)('%s and the hosts within it are those of %s', (host, api) => {
  for (const one of [host, `api.${host}`, `API.${host.toUpperCase()}`])
    expect(readAddress(`https://${one}/v1/chat/completions`)).toEqual({ format: 'openai-chat', api })
  expect(readAddress(`https://no${host}/v1/chat/completions`)).toEqual({ format: 'openai-chat' })
})

test('no host is that of two APIs', () => {
  const hosts = hosted.map(([host]) => host)
  expect(hosts.filter((host, index) => hosts.indexOf(host) < index)).toEqual([])
})
