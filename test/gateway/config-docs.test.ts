import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseConfig } from '../../app/src/config/index.ts'

const environment = { MORTISE_ADMIN_TOKEN: 'token', ANTHROPIC_API_KEY: 'key' }
const pages = ['docs/config.md', 'docs/gateway.md']

// An example of one member goes into a config that has upstreams.
const upstreams = 'upstreams: { one: { url: "https://one.example", api: anthropic, key: x } }'

test.each(pages)('the configs in %s are sound', (page) => {
  const text = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const examples = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, example = '']) => example)
  expect(examples.length).toBeGreaterThan(0)
  for (const example of examples) {
    // A hash that one has to make is left out of the example, and the key with it.
    const written = example
      .replace('<hex of the hash of the key>', 'a'.repeat(64))
      .replace('api: vllm }', 'api: vllm, key: x }')
    const whole = written.includes('upstreams:') ? written : `${upstreams}\n${written}`
    expect(() =>
      parseConfig(whole, 'mortise.yaml', { environment, readFile: () => '', agents: ['openclaw'] }),
    ).not.toThrow()
  }
})
