import { isObject } from './json.ts'
import { isStep, type Place } from './place.ts'

/**
 * One change of a document, as plain JSON.
 *
 * All places mean the document before the plan. Each edit carries what it takes away, so that a plan
 * can be inverted without the document and refused if the document has changed since.
 */
export type Edit = Insert | Remove | Replace | SetMember | Unset

interface Reasoned {
  readonly at: Place
  /** The rule that asked for it. */
  readonly why: string
}

/** Puts a list element before the one at `at`. */
export interface Insert extends Reasoned {
  readonly do: 'insert'
  readonly value: unknown
  /** A short fingerprint of the element that stands at that place now, or `end`; checked on apply. */
  readonly beside: string
}

/** Takes a list element out. */
export interface Remove extends Reasoned {
  readonly do: 'remove'
  readonly value: unknown
  /** A short fingerprint of the element that stands there once the plan is applied; the inverted plan checks it. */
  readonly beside: string
}

/** Puts another value in the place of one. */
export interface Replace extends Reasoned {
  readonly do: 'replace'
  readonly from: unknown
  readonly value: unknown
}

/** Adds an object member, so that it is the `index`-th of the new object. */
export interface SetMember extends Reasoned {
  readonly do: 'set'
  readonly value: unknown
  readonly index: number
}

/** Takes out an object member, the `index`-th of the old object. */
export interface Unset extends Reasoned {
  readonly do: 'unset'
  readonly value: unknown
  readonly index: number
}

/** The edits of a repair, sorted by place; inserts at one place keep their order. */
export interface Plan {
  readonly edits: readonly Edit[]
}

export const emptyPlan: Plan = Object.freeze({ edits: Object.freeze([]) })

const deeds: readonly unknown[] = ['insert', 'remove', 'replace', 'set', 'unset']

/** Whether a plan can be followed at all: it may come from anywhere. */
export function isPlan(plan: unknown): plan is Plan {
  return isObject(plan) && Array.isArray(plan.edits) && plan.edits.every(isEdit)
}

function isEdit(edit: unknown): boolean {
  if (!isObject(edit) || !deeds.includes(edit.do) || !Array.isArray(edit.at)) return false
  return edit.at.every(isStep)
}
