// @ts-check

/**
 * @typedef {object} Settings
 * @property {number} rounds
 * @property {boolean} isQuick
 * @property {boolean} isLarge Also what needs gigabytes of disk.
 */

/**
 * @typedef {object} Row
 * @property {string} what
 * @property {readonly number[]} values One a round.
 * @property {string} [bar] The name of a bar; none where the number only informs.
 * @property {string} [unit] Empty for a count; a ratio or the unit of the bar if left out.
 * @property {'absent' | 'skipped'} [state] What is measured is not there, or nobody asked for it.
 */

/**
 * @typedef {object} Runner
 * @property {string} name
 * @property {() => number | Promise<number>} sample Milliseconds for one operation.
 * @property {boolean} [isBase] Others are held against it, so it has to be steady.
 */

/** An answer that is not the one that was planted: no time is worth showing. */
export class WrongAnswer extends Error {}

/** The machine is too busy to tell anything. */
export class Noisy extends Error {}

/** Stops the bench where an answer is wrong. @param {boolean} isRight @param {string} what */
export function must(isRight, what) {
  if (!isRight) throw new WrongAnswer(what)
}

const shortest = 20
const longest = 500
const patience = 60_000
/** What runs last is kept, so that no run can be dropped as useless. @type {unknown} */
export let kept

/**
 * Times a function, repeated until a stretch is long enough for the clock.
 *
 * A sample is the best of three stretches: what another process takes from one of them is no cost of
 * ours, nor are caches that the runner before has left cold. What takes half a second runs once.
 *
 * @param {() => unknown} run @returns {() => number}
 */
export function timed(run) {
  let repetitions = 1
  const stretch = () => {
    for (;;) {
      const start = performance.now()
      for (let count = 0; count < repetitions; count++) kept = run()
      const took = performance.now() - start
      if (took >= shortest) return took / repetitions
      repetitions = Math.ceil(repetitions * Math.min(10, Math.max(1.5, (1.3 * shortest) / took)))
    }
  }
  return () => {
    const first = stretch()
    return first > longest ? first : Math.min(first, stretch(), stretch())
  }
}

/** The same for what leaves much garbage behind: it is taken away before the next one's turn. @param {() => unknown} run @returns {() => number} */
export function timedAndCleared(run) {
  const sample = timed(run)
  return () => {
    const took = sample()
    kept = undefined
    collectGarbage()
    return took
  }
}

/** Takes away all garbage. */
export function collectGarbage() {
  if (globalThis.gc === undefined) throw new Error('Run the bench with `node --expose-gc`.')
  globalThis.gc()
}

/**
 * Lets runners take turns, each round beginning with another one, after one round that does not count.
 *
 * Neighbours in time share the weather, so a ratio is taken within its round. What takes minutes is
 * far from any bar, and three rounds of it are enough.
 *
 * Where `tries` are given, each round is the best of so many that take turns like rounds.
 *
 * @param {readonly Runner[]} runners @param {Settings} settings @param {number} [tries]
 * @returns {Promise<(name: string) => readonly number[]>} The samples of a runner, one a round.
 */
export async function race(runners, { rounds }, tries = 1) {
  for (let attempt = 1; ; attempt++) {
    const samples = bestOf(tries, await runRounds(runners, rounds * tries))
    const unsteady = runners.find(({ name, isBase }) => isBase && isUnsteady(samples.get(name) ?? []))
    if (unsteady === undefined) return (name) => samples.get(name) ?? []
    if (attempt === 2) throw new Noisy(`${unsteady.name}, ${spreadOf(samples.get(unsteady.name) ?? [])} ms`)
  }
}

/** @param {readonly Runner[]} runners @param {number} rounds @returns {Promise<Map<string, number[]>>} */
async function runRounds(runners, rounds) {
  /** @type {Map<string, number[]>} */
  const samples = new Map(runners.map(({ name }) => [name, []]))
  const start = performance.now()
  for (let round = 0; round <= rounds; round++) {
    if (round > 3 && performance.now() - start > patience) break
    for (let turn = 0; turn < runners.length; turn++) {
      // The first round goes in order, so that small things warm up what large ones run.
      const { name, sample } = /** @type {Runner} */ (runners[(turn + round) % runners.length])
      const took = await sample()
      if (round > 0) samples.get(name)?.push(took)
    }
  }
  return samples
}

/** @param {number} tries @param {ReadonlyMap<string, readonly number[]>} samples */
function bestOf(tries, samples) {
  const best = (/** @type {readonly number[]} */ values) =>
    Array.from({ length: Math.floor(values.length / tries) }, (_, round) =>
      Math.min(...values.slice(round * tries, (round + 1) * tries)),
    )
  return new Map([...samples].map(([name, values]) => [name, best(values)]))
}

/** @param {readonly number[]} values */
function isUnsteady(values) {
  return Math.max(...values) / Math.min(...values) > 2
}

/** Ratios, round by round. @param {readonly number[]} over @param {readonly number[]} under @returns {number[]} */
export function ratios(over, under) {
  return over.map((value, round) => value / (under[round] ?? Number.NaN))
}

/**
 * The steepest growth between neighbouring sizes: 1 is linear, 2 is quadratic.
 *
 * The samples are ratios over the bare loop: long lists outgrow the caches, and the loop tells by how much.
 *
 * @param {readonly number[]} sizes @param {(size: number) => readonly number[]} samplesOf
 * @returns {{ values: number[], from: number, to: number }}
 */
export function steepest(sizes, samplesOf) {
  const steps = sizes.slice(1).map((to, index) => {
    const from = sizes[index] ?? Number.NaN
    const values = ratios(samplesOf(to), samplesOf(from)).map(
      (ratio) => 1 + Math.log(ratio) / Math.log(to / from),
    )
    return { values, from, to }
  })
  return steps.reduce((worst, step) => (median(step.values) > median(worst.values) ? step : worst))
}

/** @param {readonly number[]} values @returns {number} */
export function median(values) {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2
}

/** The smallest and the largest of some numbers. @param {readonly number[]} values @returns {string} */
export function spreadOf(values) {
  return values.length < 2 ? '' : `${short(Math.min(...values))} – ${short(Math.max(...values))}`
}

/** A number in three digits or so. @param {number} value @returns {string} */
export function short(value) {
  const size = Math.abs(value)
  if (size >= 100) return value.toFixed(0)
  if (size >= 10) return value.toFixed(1)
  return value.toFixed(size >= 0.1 || size < 0.00005 ? 2 : 4)
}

/** A count with its thousands apart. @param {number} value @returns {string} */
export function grouped(value) {
  return value.toLocaleString('en')
}
