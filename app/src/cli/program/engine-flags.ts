import { setFlagsFromString } from 'node:v8'

/** Each flag that a command may set, with the versions of V8 that have it: Node 20, 22, 24 and 26 are 11.3, 12.4, 13.6 and 14.6. */
export const engineFlags = {
  'interrupt-budget': ['11.3'],
  'semi-space-growth-factor': ['11.3', '12.4', '13.6', '14.6'],
  'heap-growing-percent': ['11.3', '12.4', '13.6', '14.6'],
} as const

/**
 * Sets a flag of V8 if this version has it.
 *
 * V8 prints an error about a flag that it does not have, and has no question whether it does.
 */
export function setEngineFlag(flag: keyof typeof engineFlags, value: number): void {
  const isKnown = engineFlags[flag].some((version) => process.versions.v8.startsWith(`${version}.`))
  if (isKnown) setFlagsFromString(`--${flag}=${value}`)
}

/**
 * Lets V8 compile only functions that run for long.
 *
 * A look at sessions that did not change, or at a file of 100 MB, is over before compiled code has paid for its
 * compiling, which took half as long again beside it. Functions that run for long are compiled all the same.
 */
export function compileUnhurriedly(): void {
  setEngineFlag('interrupt-budget', 1_000_000)
}

/**
 * Lets the heap grow to four times of what is in use before V8 collects all of it.
 *
 * The bodies that a gateway holds for a moment count as heap. Beside its small heap they are large: by V8's own measure nearly
 * each young collection started a full one, which took as long as the look at the bodies.
 */
export function collectSeldom(): void {
  setEngineFlag('heap-growing-percent', 300)
}
