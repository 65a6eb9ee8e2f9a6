// @ts-check
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { Pairing } from './corpus/pairing.js'

// What anyone would write to pair the calls of JSON Lines: the peer of a check.
const pairing = new Pairing()
for await (const line of createInterface({ input: createReadStream(process.argv[2] ?? '') }))
  pairing.record(JSON.parse(line))
process.stdout.write(`${JSON.stringify(pairing.tally())}\n`)
