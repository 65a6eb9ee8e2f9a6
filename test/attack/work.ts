import { Session } from 'node:inspector'

interface CoveredFunction {
  readonly ranges: readonly { readonly count: number }[]
}

type Size = (self: ArrayLike<unknown>, given: readonly unknown[], answer: unknown) => number

/**
 * Counts the work of a function in steps that no load of the machine changes.
 *
 * A step is one run of a block of core's code, or one element or character that a built-in function goes over.
 */
export interface WorkCounter {
  count(run: () => void): number
  stop(): void
}

/** Starts to count; only modules that are loaded from now on are counted. */
export function startCounting(isCounted: (url: string) => boolean): WorkCounter {
  const session = new Session()
  session.connect()
  post(session, 'Profiler.enable')
  post(session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const tally = { steps: 0 }
  const restores = builtIns.map(([owner, name, size]) => counting(owner, name, size, tally))
  restores.push(countingExec(tally))
  return {
    count(run) {
      post(session, 'Profiler.takePreciseCoverage')
      tally.steps = 0
      run()
      const steps = tally.steps
      const { result } = post(session, 'Profiler.takePreciseCoverage') as {
        readonly result: readonly { readonly url: string; readonly functions: readonly CoveredFunction[] }[]
      }
      const functions = result.filter(({ url }) => isCounted(url)).flatMap((module) => module.functions)
      return functions.reduce((sum, { ranges }) => ranges.reduce((all, { count }) => all + count, sum), steps)
    },
    stop() {
      for (const restore of restores) restore()
      post(session, 'Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

function post(session: Session, method: string, parameters?: object): unknown {
  let answer: unknown
  session.post(method, parameters, (error, result) => {
    if (error !== null) throw error
    answer = result
  })
  return answer
}

const all: Size = (self) => self.length
const made: Size = (_self, _given, answer) => (answer as ArrayLike<unknown> | undefined)?.length ?? 0
const upToHit: Size = (self, [, from = 0], answer) =>
  (answer === -1 ? self.length : Number(answer) + 1) - Number(from)
const given: Size = (_self, [value]) => (value as ArrayLike<unknown>).length
const filled: Size = (self, [, from = 0, to = self.length]) => Number(to) - Number(from)
const members: Size = (_self, _given, answer) => Object.getOwnPropertyNames(answer).length
const Bytes = Object.getPrototypeOf(Uint8Array.prototype) as object

/** The built-in functions that go over as much as they are given. */
const builtIns: readonly (readonly [owner: object, name: string | symbol, size: Size])[] = [
  ...[
    'splice',
    'shift',
    'unshift',
    'join',
    'reverse',
    'sort',
    'toReversed',
    'toSorted',
    'includes',
    'lastIndexOf',
  ].map((name) => [Array.prototype, name, all] as const),
  [Array.prototype, Symbol.iterator, all],
  ...['slice', 'concat', 'flat', 'toSpliced', 'with'].map((name) => [Array.prototype, name, made] as const),
  ...[Array.prototype, String.prototype, Bytes].map((owner) => [owner, 'indexOf', upToHit] as const),
  ...['split', 'trim', 'replace', 'replaceAll', 'includes', 'isWellFormed', 'toWellFormed'].map(
    (name) => [String.prototype, name, all] as const,
  ),
  [JSON, 'parse', given],
  [JSON, 'stringify', made],
  ...['keys', 'values', 'entries', 'assign'].map((name) => [Object, name, members] as const),
  [Array, 'from', made],
  [Bytes, 'slice', made],
  [Bytes, 'set', given],
  [Bytes, 'fill', filled],
  [TextDecoder.prototype, 'decode', made],
  [TextEncoder.prototype, 'encode', made],
]

/** Makes a built-in function count what it goes over; returns the way back. */
function counting(owner: object, name: string | symbol, size: Size, tally: { steps: number }): () => void {
  const known = Object.getOwnPropertyDescriptor(owner, name) as PropertyDescriptor
  const original = known.value as (...values: unknown[]) => unknown
  Object.defineProperty(owner, name, {
    ...known,
    value(this: ArrayLike<unknown>, ...values: unknown[]): unknown {
      const answer = Reflect.apply(original, this, values)
      tally.steps += size(this, values, answer)
      return answer
    },
  })
  return () => Object.defineProperty(owner, name, known)
}

/** A pattern goes over a text from where it starts up to the end of its hit. */
function countingExec(tally: { steps: number }): () => void {
  const known = Object.getOwnPropertyDescriptor(RegExp.prototype, 'exec') as PropertyDescriptor
  const original = known.value as RegExp['exec']
  Object.defineProperty(RegExp.prototype, 'exec', {
    ...known,
    value(this: RegExp, text: string): RegExpExecArray | null {
      const from = this.global || this.sticky ? this.lastIndex : 0
      const hit = Reflect.apply(original, this, [text])
      const end = hit === null ? String(text).length : hit.index + hit[0].length
      // One that sticks looks at its place alone.
      tally.steps += this.sticky ? 1 : Math.max(1, end - from)
      return hit
    },
  })
  return () => Object.defineProperty(RegExp.prototype, 'exec', known)
}
