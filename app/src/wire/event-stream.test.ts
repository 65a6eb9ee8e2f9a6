import { expect, test } from 'vitest'
import { eventStreamMessage } from './event-stream.ts'

// Made by the codec of Amazon's own SDK.
test.each([
  ['nothing', {}, '', '000000100000000005c248eb7d98c8ff'],
  [
    'an event',
    { ':event-type': 'contentBlockDelta', ':content-type': 'application/json', ':message-type': 'event' },
    '{"contentBlockIndex":0,"delta":{"text":"Grüße"}}',
    '00000099000000574c3b5e5f0b3a6576656e742d74797065070011636f6e74656e74426c6f636b44656c74610d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d747970650700056576656e747b22636f6e74656e74426c6f636b496e646578223a302c2264656c7461223a7b2274657874223a224772c3bcc39f65227d7d1e4fd23a',
  ],
])('%s', (_, headers, payload, hex) => {
  const message = eventStreamMessage(headers, Buffer.from(payload))
  expect(Buffer.from(message).toString('hex')).toBe(hex)
})
