import { createHash } from 'node:crypto'

/** The facts in a signature of the sandbox about its block. */
export interface Seal {
  /** The model that made it. */
  readonly model: string
  /** The digest of all that stood before it. */
  readonly prefix: string
  /** The short name of the block of thinking before it; empty for the first. */
  readonly before: string
}

const magic = 'mortise-bound'

/** Signs a block; `before` is the signature of the block of thinking before it. Base64, as the API's own are. */
export function sign({ model, prefix, before }: Seal): string {
  return Buffer.from([magic, prefix, shortOf(before), model].join('\n')).toString('base64')
}

/** Reads a signature; undefined where the sandbox did not make it. */
export function readSeal(signature: unknown): Seal | undefined {
  if (typeof signature !== 'string') return undefined
  const [first, prefix, before, ...model] = Buffer.from(signature, 'base64').toString().split('\n')
  if (first !== magic || prefix === undefined || before === undefined) return undefined
  return { prefix, before, model: model.join('\n') }
}

/** Whether a block was made right after the block of thinking that now stands before it, or none does. */
export function follows(seal: Seal, before: string): boolean {
  return before === '' || seal.before === shortOf(before)
}

/** A digest of a signature: a whole one in the next would grow with every block. */
function shortOf(signature: string): string {
  return signature === '' ? '' : createHash('sha256').update(signature).digest('hex').slice(0, 16)
}
