// @ts-check

/**
 * @typedef {object} Bar
 * @property {number} [most]
 * @property {number} [least]
 * @property {string} [unit]
 */

/** What each number is held against; a ratio unless it has a unit. @type {Readonly<Record<string, Bar>>} */
export const bars = {
  /** A sound conversation over the bare loop, where an id may come again in another turn. */
  'sound, ids by turn': { most: 9 },
  /** The same where every id has to be held against all others. */
  'sound, ids by request': { most: 9 },
  /** A plain conversation of one format over that of the fastest. */
  'plain over the fastest format': { most: 2 },
  /** A full read of a conversation that is not plain, over parsing its text. */
  'full read over parsing': { most: 1.2 },
  /** What 1,000 calls leave behind on the heap. */
  'heap kept': { most: 1, unit: 'MB' },
  /** One step of an agent loop over a repair of the whole. */
  'step over whole': { most: 1 / 50 },
  /** One step in a conversation ten times as long. */
  'step at ten times the length': { most: 2 },
  /** Faults in two of a hundred results, over the bare loop. */
  'faults, 10,000 messages': { most: 30 },
  'faults, 1,000,000 messages': { most: 12 },
  /** The exponent of growth from one size to ten times that size. */
  growth: { most: 1.25 },
  /** One turn with ten times as many calls. */
  'ten times the calls': { most: 15 },
  /** A compaction of a conversation ten times as long. */
  'ten times the messages': { most: 15 },
  /** A compaction of messages never seen, over the same question again. */
  'compaction again': { least: 10 },
  /** A request parsed, converted and printed, over parsed and printed. */
  conversion: { most: 2.5 },
  /** A conversion over that of another package. */
  'conversion over a peer': { most: 1 },
  /** Each event of a stream parsed, converted and printed, over parsed and printed. */
  'streamed conversion': { most: 1.5 },
  /** One turn appended to a ledger a hundred times as long. */
  'turn at a hundred times the length': { most: 1.5 },
  /** A durable append to a ledger over a bare write and fdatasync. */
  'durable append': { most: 1.3 },
  /** Appends one by one over sixteen at a time. */
  'group commit': { least: 6 },
  /** Rows a second over those of a script that only parses and prints. */
  'batch speed': { least: 0.25 },
  /** Peak memory on ten times the rows. */
  'batch memory': { most: 1.3 },
  /** Calls and results of JSON Lines paired without parsing, over JSON.parse of each line. */
  'scan, mixed, wasm': { least: 8 },
  'scan, ascii, wasm': { least: 3.5 },
  'scan, prose, wasm': { least: 3 },
  'scan, dense, wasm': { least: 6 },
  'scan, mixed, typescript': { least: 3 },
  'scan, ascii, typescript': { least: 1.2 },
  'scan, prose, typescript': { least: 1.2 },
  'scan, dense, typescript': { least: 1.2 },
  /** A sound request body checked as bytes, over JSON.parse and a repair of the document. */
  'small body': { least: 10 },
  'large body': { least: 15 },
  /** One record of fifty rewritten in place. */
  'splice over copy': { most: 3 },
  'splice over parse': { least: 5 },
  /** A file of sessions checked as a command, over other commands that pair its calls. */
  'command over jq': { least: 4 },
  'command over readline': { least: 5 },
  'command over readline, 1 GB': { least: 10 },
  'command memory': { most: 120, unit: 'MB' },
  'command memory, ten times the file': { most: 1.3 },
  /** All sessions of a home looked at, over a script that parses and pairs them. */
  'doctor over readline': { least: 12 },
  'doctor memory': { most: 150, unit: 'MB' },
  /** Once more, with nothing changed. */
  'second doctor over stat': { most: 2 },
  'first doctor over second': { least: 6 },
  /** A guard's share of the time that its process works. */
  guard: { most: 2, unit: '%' },
  /** The same where there are only bytes to go by. */
  'guarded fetch': { most: 20, unit: '%' },
  /** A request through the gateway, over a bare proxy. */
  'gateway, sound 11 KB, p50': { most: 1.35 },
  'gateway, sound 11 KB, CPU': { most: 1.75 },
  'gateway, sound 526 KB, p50': { most: 1.4 },
  'gateway, sound 526 KB, CPU': { most: 1.65 },
  'gateway, sound 5 MB, p50': { most: 2 },
  'gateway, sound 5 MB, CPU': { most: 1.6 },
  'gateway, broken 526 KB, CPU over parsing': { most: 1.15 },
  'gateway, stream 11 KB, p50': { most: 1.15 },
  'gateway, stream 11 KB, CPU': { most: 1.6 },
  /** Other gateways over this one. */
  'gateway, 11 KB, CPU of portkey': { least: 3 },
  'gateway, 11 KB, CPU of llms': { least: 2 },
  'gateway, 526 KB, CPU of portkey': { least: 5.5 },
  'gateway, 526 KB, CPU of llms': { least: 4 },
  /** The p99 of small requests beside a long body, over that with nothing else to do. */
  'aside, p99': { most: 2 },
  /** Sessions cleaned with backup and journal, over a loop that parses, filters, keeps a copy, writes and syncs. */
  'clean, throughput': { least: 0.5 },
  /** The p99 of requests while sessions are cleaned, over that of an idle gateway. */
  'clean, p99': { most: 2 },
  /** Starting, over `node -e 0`. */
  'start, version': { most: 1.3 },
  'start, session': { most: 1.8 },
  /** A first `doctor` over all agents at once, over the sum of one for each agent. */
  'doctor over its parts': { most: 1.3 },
  /** The files and functions that one run goes through. */
  'repair(), broken: files': { most: 95, unit: '' },
  'repair(), broken: functions': { most: 330, unit: '' },
  'repair(), sound: files': { most: 25, unit: '' },
  'mortise repair ID: files': { most: 200, unit: '' },
}

/** Whether a number keeps its bar. @param {Bar} bar @param {number} value @returns {boolean} */
export function keeps({ most = Number.POSITIVE_INFINITY, least = Number.NEGATIVE_INFINITY }, value) {
  return value <= most && value >= least
}
