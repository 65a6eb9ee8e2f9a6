// @ts-check
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

// What anyone would write to pass JSON Lines through, with output in large pieces: the peer of a batch.
let held = ''
for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? '') })) {
  held += `${JSON.stringify(JSON.parse(line))}\n`
  if (held.length < 1 << 16) continue
  process.stdout.write(held)
  held = ''
}
process.stdout.write(held)
