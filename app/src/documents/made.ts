import type { Finding } from '@mortise/core'

/** The facts about a document that was made of another one. */
export interface MadeFacts {
  /** Whether it differs from the document that it was made of. */
  readonly isChanged: boolean
  /** Whether nothing is left in it that its API refuses. */
  readonly isSound: boolean
}

/** A document that was made of another one, in bytes. */
export interface MadeDocument extends MadeFacts {
  readonly bytes: Uint8Array
}

/** The verdict on a made document: `faulty` if something refused is left in it. */
export type MadeState = 'sound' | 'changed' | 'faulty'

/** The verdict on a made document, in one word. */
export function madeState({ isChanged, isSound }: MadeFacts): MadeState {
  if (!isSound) return 'faulty'
  return isChanged ? 'changed' : 'sound'
}

/** Whether the API would refuse the document for it. */
export function isRefused({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'refused'
}
