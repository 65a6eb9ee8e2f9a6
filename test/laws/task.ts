import { formats, rulebooks, type Tail } from '@mortise/core'
import { findApi } from '../../core/src/choose.ts'
import type { Task } from '../../core/src/engine/task.ts'
import type { Api } from '../../core/src/model/format.ts'
import { rules } from '../../core/src/rules/index.ts'

const known = { formats, rulebooks, rules }

/**
 * An API by its name, as the engine wants it.
 *
 * Where one name stands for a rulebook of each format, the format that is told with it decides, else the document.
 */
export function apiOf(name: string, document: unknown): Api {
  const [, shared, format] = /^(everywhere)-(.+)$/.exec(name) ?? []
  const found = findApi(known, shared ?? name, { document, format })
  if (!found.ok) throw found.error
  return found.value
}

/** A document to be looked at with all rules, without a door. */
export function taskOf(document: unknown, api: Api, tail: Tail): Task {
  return { document, api, tail, rules }
}
