// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { corpus, describe, hasRoomFor } from './corpus/files.js'
import { agrees, Pairing } from './corpus/pairing.js'
import { must, race, ratios } from './harness.js'
import { mortise, run, runMeasured, runScript } from './process.js'

export const title = 'A file of sessions checked as a command: speed over others, whole process'

/** @type {string[]} */
export const notes = []

/** @typedef {import('./corpus/files.js').Corpus} Corpus */
/** @typedef {import('./harness.js').Settings} Settings */

const pairLines = fileURLToPath(new URL('pair-lines.js', import.meta.url))
const jqFilter =
  '.message.content | arrays | .[] | select(.type == "tool_use" or .type == "tool_result") | [.type, .id // .tool_use_id]'
const jqWords = ['-c', jqFilter]
const checkWords = ['check', '--quiet']
/** A round is the best of so many: another process may take half of one. */
const tries = 2
const absent = { values: [], state: /** @type {const} */ ('absent') }
const skipped = { values: [], state: /** @type {const} */ ('skipped') }

/** @param {Settings} settings */
export async function measure(settings) {
  const folder = mkdtempSync(join(tmpdir(), 'mortise-bench-'))
  try {
    const usual = corpus('mixed', settings.isQuick ? 5e6 : 100e6)
    notes.push(describe(usual))
    const output = join(folder, 'output')
    const hasCheck = await proveCheck(usual, output)
    return [
      ...(await usualRows(usual, output, hasCheck, settings)),
      ...(await largeRows(usual, output, hasCheck, settings)),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {Corpus} usual @param {string} output @param {boolean} hasCheck @param {Settings} settings */
async function usualRows({ path, truth }, output, hasCheck, settings) {
  const hasJq = await proveJq(path, truth, output)
  await provePeer(path, truth, output)
  const overJq = { what: `check over ${hasJq ?? 'jq'}`, bar: 'command over jq' }
  const overReadline = { what: 'check over readline and JSON.parse', bar: 'command over readline' }
  const rest = { what: 'JSON.parse script over jq' }
  const samples = await race(
    [
      { name: 'readline', sample: async () => (await runScript([pairLines, path])).took, isBase: true },
      ...(hasCheck ? [{ name: 'check', sample: checked(path) }] : []),
      ...(hasJq === undefined
        ? []
        : [{ name: 'jq', sample: async () => (await run('jq', [...jqWords, path])).took }]),
    ],
    settings,
    tries,
  )
  return [
    { ...overJq, ...(hasCheck && hasJq ? { values: ratios(samples('jq'), samples('check')) } : absent) },
    { ...overReadline, ...(hasCheck ? { values: ratios(samples('readline'), samples('check')) } : absent) },
    ...(hasJq === undefined ? [] : [{ ...rest, values: ratios(samples('jq'), samples('readline')) }]),
  ]
}

/** @param {Corpus} usual @param {string} output @param {boolean} hasCheck @param {Settings} settings */
async function largeRows(usual, output, hasCheck, settings) {
  const speed = { what: '1 GB, check over readline and JSON.parse', bar: 'command over readline, 1 GB' }
  const memory = { what: '1 GB, peak memory of check', bar: 'command memory' }
  const growth = { what: '1 GB, peak memory over that on 100 MB', bar: 'command memory, ten times the file' }
  const rows = [speed, memory, growth]
  if (!hasCheck) return rows.map((row) => ({ ...row, ...absent }))
  if (!settings.isLarge)
    return rows.map((row) => ({ ...row, ...skipped, what: `${row.what} (asks for --large)` }))
  must(hasRoomFor(1e9), 'there is no room for 1 GB on disk')
  const large = corpus('mixed', 1e9)
  notes.push(describe(large))
  must(await proveCheck(large, output), 'check reads 100 MB, but not 1 GB')
  const samples = await race(
    [
      { name: 'readline', sample: async () => (await runScript([pairLines, large.path])).took, isBase: true },
      { name: 'check', sample: checked(large.path) },
    ],
    settings,
  )
  const { peak: few } = await runMeasured([mortise, ...checkWords, usual.path])
  const { peak: many } = await runMeasured([mortise, ...checkWords, large.path])
  return [
    { ...speed, values: ratios(samples('readline'), samples('check')) },
    { ...memory, values: [many] },
    { ...growth, values: [many / few] },
  ]
}

/** @param {string} path */
function checked(path) {
  return async () => (await runScript([mortise, ...checkWords, path])).took
}

/** Whether `check` reads such a file; if so, it has to find what was planted. @param {Corpus} corpus @param {string} output */
async function proveCheck({ path, truth }, output) {
  const { code } = await run(process.execPath, [mortise, ...checkWords, '--json', path], output)
  if (code !== 0 && code !== 1) return false
  /** @type {{ found: { rule: string }[] }} */
  const { found } = JSON.parse(readFileSync(output, 'utf8'))
  const count = (/** @type {string} */ name) => found.filter(({ rule }) => rule === name).length
  const isRight =
    count('call-without-result') === truth.missing &&
    count('result-without-call') === truth.orphan &&
    count('duplicate-result') === truth.duplicate
  must(isRight, 'check does not find the faults planted')
  return true
}

/** @param {string} path @param {import('./corpus/session.js').Truth} truth @param {string} output */
async function provePeer(path, truth, output) {
  await runScript([pairLines, path], output)
  must(agrees(JSON.parse(readFileSync(output, 'utf8')), truth), 'the script does not find the faults planted')
}

/** The version of jq, if there is one. @param {string} path @param {import('./corpus/session.js').Truth} truth @param {string} output */
async function proveJq(path, truth, output) {
  try {
    await run('jq', ['--version'], output)
  } catch {
    return undefined
  }
  const version = readFileSync(output, 'utf8').trim()
  await run('jq', [...jqWords, path], output)
  const pairing = new Pairing()
  for (const line of readFileSync(output, 'utf8').trim().split('\n')) {
    const [type, id] = JSON.parse(line)
    if (type === 'tool_use') pairing.call(id)
    else pairing.result(id)
  }
  must(agrees(pairing.tally(), truth), 'jq does not find the faults planted')
  return version
}
