import { repairTask } from '../engine/repair.ts'
import { scanTask } from '../engine/scan.ts'
import { type Repair, soundRepair } from '../engine/task.ts'
import type { Finding } from '../model/finding.ts'
import type { Api } from '../model/format.ts'
import type { Policy } from '../model/policy.ts'
import { pairingRules, type Rule } from '../model/rule.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { withPlainIds } from './plain-ids.ts'

/** A source whose calls and results stand as its own API wants them, and everything that is wrong with it. */
export interface PairedSource extends Repair {
  readonly found: readonly Finding[]
}

/**
 * Pairs and arranges a source by its own layout, and takes out the tools that are denied, and nothing more.
 *
 * The target may know tools by other names: what is denied goes before. Ids, images and arguments that only the source's API forbids stay as they are: the target may take them.
 */
export function pairSource(
  document: unknown,
  api: Api,
  rules: readonly Rule[],
  policy: Policy,
): PairedSource {
  const task = { document, api, tail: 'closed', rules } as const
  const asGiven = scanTask(task)
  if (asGiven.length === 0) return { ...soundRepair(document), found: asGiven }
  // An id that an earlier answer was given a signature in is no fault of the client.
  const isIdWrong = asGiven.some(({ rule }) => rule === 'illegal-call-id')
  const plain = isIdWrong ? withPlainIds(document, api).document : document
  const found = plain === document ? asGiven : scanTask({ ...task, document: plain })
  const paired = repairTask(
    {
      ...task,
      api: { ...api, rulebook: pairingOf(api.rulebook) },
      rules: rules.filter(({ name }) => name === deniedRule),
    },
    policy,
  )
  return { ...paired, found }
}

const deniedRule = 'tool-denied'

const reduced = new WeakMap<Rulebook, Rulebook>()

/** The part of a rulebook that is about calls and their results. */
function pairingOf(rulebook: Rulebook): Rulebook {
  const known = reduced.get(rulebook)
  if (known !== undefined) return known
  const rows = Object.fromEntries(
    Object.entries(rulebook.rows).filter(([rule]) => pairingRules.has(rule) || rule === deniedRule),
  )
  const made: Rulebook = { ...rulebook, rows }
  reduced.set(rulebook, made)
  return made
}
