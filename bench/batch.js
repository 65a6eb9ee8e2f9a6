// @ts-check
import { createReadStream, createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { conversation } from './conversation.js'
import { grouped, must, race, ratios } from './harness.js'
import { mortise, runMeasured, runScript } from './process.js'

export const title = 'Batches as a command: rows of some 20 messages, one of ten broken'

const commands = /** @type {const} */ (['repair', 'check'])
const parseAndPrint = fileURLToPath(new URL('parse-and-print.js', import.meta.url))

/** @param {import('./harness.js').Settings} settings */
export async function measure(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-'))
  try {
    return await measureIn(folder, settings.isQuick ? 2000 : 20_000, settings)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} folder @param {number} count @param {import('./harness.js').Settings} settings */
async function measureIn(folder, count, settings) {
  const few = join(folder, 'few.jsonl')
  const many = join(folder, 'many.jsonl')
  const text = rowsText(count)
  writeFileSync(few, text)
  await pipeline(tenTimes(text), createWriteStream(many))
  for (const command of commands) await prove(command, few, join(folder, 'out.jsonl'), count)
  const samples = await race(
    [
      { name: 'script', sample: async () => (await runScript([parseAndPrint, few])).took, isBase: true },
      ...commands.map((command) => ({
        name: command,
        sample: async () => (await runScript([mortise, command, '--batch', '--quiet', few])).took,
      })),
    ],
    settings,
  )
  const speeds = commands.map((command) => ({
    what: `${command} --batch, rows a second over readline, JSON.parse, JSON.stringify`,
    values: ratios(samples('script'), samples(command)),
    bar: 'batch speed',
  }))
  const memory = []
  for (const command of commands) memory.push(await memoryRow(command, few, many, count))
  return [...speeds, ...memory]
}

/** @param {string} command @param {string} few @param {string} many @param {number} count */
async function memoryRow(command, few, many, count) {
  const small = await runMeasured([mortise, command, '--batch', '--quiet', few])
  const large = await runMeasured([mortise, command, '--batch', '--quiet', many])
  const megabytes = `${Math.round(large.peak)} MB`
  return {
    what: `${command} --batch, peak memory on ${grouped(10 * count)} rows (${megabytes}) over ${grouped(count)}`,
    values: [large.peak / small.peak],
    bar: 'batch memory',
  }
}

/** @param {number} count */
function rowsText(count) {
  let text = ''
  for (let row = 0; row < count; row++) {
    const kind = row % 2 === 0 ? 'anthropic' : 'openai'
    const isBroken = row % 20 < 2
    const { document, dropped } = conversation(kind, 20, {
      seed: row,
      fault: (ordinal) => (isBroken && ordinal === 0 ? 'drop' : undefined),
    })
    must(dropped === (isBroken ? 1 : 0), `row ${row} was not broken as planned`)
    text += `${JSON.stringify({ id: row, document })}\n`
  }
  return text
}

/** @param {string} text */
function* tenTimes(text) {
  for (let copy = 0; copy < 10; copy++) yield text
}

/** @param {(typeof commands)[number]} command @param {string} input @param {string} output @param {number} count */
async function prove(command, input, output, count) {
  await runScript([mortise, command, '--batch', '--quiet', input], output)
  let rows = 0
  let broken = 0
  for await (const line of createInterface({ input: createReadStream(output) })) {
    const answer = JSON.parse(line)
    must(answer.id === rows++, `${command} --batch answers row ${answer.id} out of order`)
    must(
      answer.found.length === (answer.id % 20 < 2 ? 1 : 0),
      `${command} --batch, row ${answer.id}: not the faults planted`,
    )
    if (command === 'repair')
      must(answer.left.length === 0, `repair --batch, row ${answer.id}: a fault is left`)
    if (answer.found.length > 0) broken++
  }
  must(rows === count && broken === count / 10, `${command} --batch answers ${rows} rows, ${broken} broken`)
}
