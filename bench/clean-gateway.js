// @ts-check
import { createServer } from 'node:http'

// A gateway that cleans sessions when it is told to, as a changed config does.
const [upstream = '', home = ''] = process.argv.slice(2)
const { createGateway } = await import('../app/dist/doors/gateway.js')
const { createTransitions } = await import('../app/dist/transition/index.js')
const gateway = createGateway({ upstreams: { up: { url: `${upstream}/v1`, api: 'openai' } } })
const server = createServer({ keepAliveTimeout: 75_000 }, gateway.listener)
server.listen(0, '127.0.0.1', () => {
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  process.send?.({ port })
})

/** @type {string[]} */
const lines = []
const log = {
  info: (/** @type {string} */ line) => void lines.push(line),
  warn: (/** @type {string} */ line) => void lines.push(line),
}
const user = { folder: home, environment: {}, platform: process.platform }
process.on('message', async () => {
  const transitions = createTransitions({ log, user, source: 'bench' })
  const start = performance.now()
  transitions.apply(undefined, {
    tools: { deny: ['*'], allow: [] },
    profiles: {},
    sessions: [{ agent: 'openclaw', home: '~', profiles: ['*'] }],
  })
  const rest = await transitions.idle()
  process.send?.({
    took: performance.now() - start,
    ...rest,
    total: lines.find((line) => line.startsWith('Session cleanup')),
  })
  await transitions.close()
})
