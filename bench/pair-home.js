// @ts-check
import { createReadStream, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Pairing } from './corpus/pairing.js'

// What anyone would write to pair the calls of all sessions below a folder: the peer of a first doctor.
const folder = process.argv[2] ?? ''
let broken = 0
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.jsonl')) continue
  const pairing = new Pairing()
  for await (const line of createInterface({ input: createReadStream(join(folder, name)) }))
    pairing.record(JSON.parse(line))
  const { missing, orphan, duplicate } = pairing.tally()
  if (missing + orphan + duplicate > 0) broken++
}
process.stdout.write(`${broken}\n`)
