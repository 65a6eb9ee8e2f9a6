import { setFlagsFromString } from 'node:v8'

/**
 * Lets V8 compile only what runs for longer.
 *
 * A look at what has not changed, or at a file of 100 MB, is over before code that was compiled to be fast has paid for
 * its compiling, which took half as long again beside it. Code that runs for long is compiled all the same.
 */
export function compileUnhurriedly(): void {
  setFlagsFromString('--interrupt-budget=1000000')
}
