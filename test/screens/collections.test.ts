import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recorder } from '../gateway/house.ts'
import { folderWith, start } from './run.ts'

const bodies = 40

/** A sound request of about 5 MB: calls of one tool, with what it read. */
function largeRequest(): string {
  const read = (at: number): readonly object[] => [
    {
      role: 'assistant',
      tool_calls: [
        { id: `call_${at}`, type: 'function', function: { name: 'read', arguments: `{"at":${at}}` } },
      ],
    },
    {
      role: 'tool',
      tool_call_id: `call_${at}`,
      content: 'A line of a file, as long as lines are.\n'.repeat(1200),
    },
  ]
  const turns = Array.from({ length: 100 }, (_, at) => read(at)).flat()
  const tool = {
    type: 'function',
    function: { name: 'read', parameters: { type: 'object', properties: {} } },
  }
  const messages = [{ role: 'user', content: 'Read it all.' }, ...turns]
  return JSON.stringify({ model: 'gpt-5.1', tools: [tool], messages })
}

test(`the gateway takes ${bodies} bodies of 5 MB without one full collection`, async () => {
  const upstream = await recorder()
  const config = {
    listen: '127.0.0.1:0',
    admin: { listen: '127.0.0.1:0', token: 'token-of-this-test-0' },
    upstreams: { up: { url: `${upstream.url}/v1`, api: 'openai' } },
  }
  const folder = folderWith({ 'mortise.json': JSON.stringify(config) })
  const child = start(['gateway', '--config', join(folder, 'mortise.json'), '--json'])
  const [line] = await once(child.stdout, 'data')
  const { url, admin } = JSON.parse(String(line)) as { url: string; admin: string }
  const body = largeRequest()
  const send = async (count: number): Promise<void> => {
    for (let sent = 0; sent < count; sent++) {
      const answer = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      await answer.arrayBuffer()
      expect(answer.status).toBe(200)
      upstream.arrived.length = 0
    }
  }
  const collections = async (): Promise<number> => {
    const answer = await fetch(`${admin}/metrics`, {
      headers: { authorization: `Bearer ${config.admin.token}` },
    })
    const count = /^nodejs_gc_duration_seconds_count\{kind="major"\} (\d+)$/m.exec(await answer.text())
    return Number(count?.[1] ?? 0)
  }
  try {
    // Until its code is compiled and its heap has its size.
    await send(bodies)
    const before = await collections()
    await send(bodies)
    expect((await collections()) - before).toBe(0)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
  }
}, 60_000)
