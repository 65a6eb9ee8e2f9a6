import { connect } from 'node:net'
import { expect } from 'vitest'
import { gatewayWith } from '../gateway/house.ts'
import { Draw } from './drawn.ts'
import { drawnAttack, strictUpstream } from './drawn-heads.ts'
import { sendBytes } from './raw-client.ts'

/** Sends drawn attacks, four at a time; after them another client gets its own answer, and nothing stays under way. */
export async function attacksHold(count: number, seed: number): Promise<void> {
  const draw = new Draw(seed)
  const upstream = await strictUpstream()
  const upstreams = { up: { url: upstream.url, api: 'anthropic' as const, key: 'k', passthrough: true } }
  const gateway = await gatewayWith({ upstreams })
  for (let tried = 0; tried < count; tried += 4) {
    const attacks = Array.from({ length: 4 }, () => drawnAttack(draw))
    await Promise.all(attacks.map((bytes) => sendAndLeave(gateway.port, bytes)))
    const head = `GET /v1/files HTTP/1.1\r\nhost: localhost\r\nx-mark: ${tried}\r\nconnection: close\r\n\r\n`
    expect(await sendBytes(gateway.port, head), attacks.join('\n---\n')).toContain(`{"mark":"${tried}"}`)
    expect(upstream.odd, attacks.join('\n---\n')).toEqual([])
  }
  await expect.poll(() => gateway.gateway.underWay).toBe(0)
}

/** Sends bytes, and goes with the first answer or soon after. */
function sendAndLeave(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end())
    socket.once('close', () => resolve())
    socket.write(bytes, 'latin1')
    setTimeout(() => socket.destroy(), 30)
  })
}
