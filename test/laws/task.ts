import { formats, rulebooks, type Tail } from '@mortise/core'
import { findApi } from '../../core/src/choose.ts'
import type { Task } from '../../core/src/engine/repair.ts'
import type { Api } from '../../core/src/model/format.ts'
import { rules } from '../../core/src/rules/index.ts'

/** An API by its name, as the engine wants it; the document decides between formats. */
export function apiOf(name: string, document: unknown): Api {
  const found = findApi({ formats, rulebooks, rules }, name, { document })
  if (!found.ok) throw found.error
  return found.value
}

/** A document to be looked at with all rules, without a door. */
export function taskOf(document: unknown, api: Api, tail: Tail): Task {
  return { document, api, tail, rules }
}
