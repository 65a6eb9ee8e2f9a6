import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseConfig } from '../../app/src/config/index.ts'

const environment = {
  MORTISE_ADMIN_TOKEN: 'token',
  ANTHROPIC_API_KEY: 'key',
  LITELLM_KEY: 'key',
  OPENROUTER_API_KEY: 'key',
}
/** For examples that show some members only. */
const upstreams = 'upstreams: { a: { url: "http://127.0.0.1:1", api: openai, key: x } }\n'
const pages = ['docs/config.md', 'docs/gateway.md']

test.each(pages)('the configs in %s are sound', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    const hashed = example.replaceAll('<hex of the hash of the key>', 'a'.repeat(64))
    const written = example.includes('upstreams:') ? hashed : `${upstreams}${hashed}`
    expect(() =>
      parseConfig(written, 'mortise.yaml', { environment, readFile: () => '', agents: ['openclaw'] }),
    ).not.toThrow()
  }
})
