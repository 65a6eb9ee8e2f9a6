import type { BindingMemory } from './binding/memory.ts'
import { sketcherFor } from './bytes/sketch/sketcher.ts'
import { findApi } from './choose.ts'
import { isPlain } from './engine/plain/plain.ts'
import type { ApiChoice } from './model/api-name.ts'
import type { Api } from './model/format.ts'
import { isObject } from './model/json.ts'
import type { Known } from './model/known.ts'
import { isFormatName, isListOfBytes } from './model/option-checks.ts'
import { badOption, checkOptions, type OptionTable, unknownName } from './model/options.ts'
import type { Rulebook } from './model/rulebook.ts'
import { withModel } from './model/with-model.ts'
import { showsOwn } from './wrong-format.ts'

/** Options for a body in pieces. */
export interface GlanceOptions {
  /** The format that the upstream of the body takes. */
  readonly format: string
}

/** A request body as a quick look sees it: it is not parsed. */
export interface Glance {
  /** The model that the body names. */
  readonly model: string | undefined
  /**
   * Whether it holds nothing that an API of the format refuses; false if only a closer look can tell.
   *
   * Advice is not looked for. A call whose id holds a signature is not sound: see `withPlainIds`. `model` is the one that the address names; `memory` is that
   * of `repairBytes`, which may know the conversation.
   */
  isSound(api: ApiChoice, model?: string, memory?: BindingMemory): boolean
}

/** Looks at a request body that came in pieces; undefined if a quick look cannot read it. */
export type GlanceBytes = (pieces: readonly Uint8Array[], options: GlanceOptions) => Glance | undefined

const glanceOptions: OptionTable = { format: isFormatName }

/** `glanceBytes`, for what a door knows. */
export function glanceBytesOf(known: Known): GlanceBytes {
  return (pieces, options) => {
    if (!isListOfBytes(pieces)) throw badOption('`glanceBytes` takes a list of `Uint8Array`s.')
    checkOptions('glanceBytes', options, glanceOptions, ['format'])
    const format = known.formats.find(({ name }) => name === options.format)
    if (format === undefined) throw unknownFormat(known, options.format)
    const { state, value } = sketcherFor(format.picks, undefined).sketchPieces(pieces)
    if (state !== 'fine' || !isObject(value)) return undefined
    const facts = format.factsOf(value)
    let last: { readonly api: Api; readonly model: string | undefined; readonly isSound: boolean } | undefined
    return {
      model: facts.model,
      isSound(wanted, model, memory) {
        const found = findApi(known, wanted, { format: format.name })
        if (!found.ok) throw found.error
        const api = found.value
        if (last?.api.rulebook !== api.rulebook || last.model !== model) {
          // A body that shows nothing of its format may be of another: the closer look tells.
          const known = model === undefined ? facts : undefined
          const isSound = showsOwn(format, value) && isPlain(value, refusing(api, model), 'closed', known)
          last = { api, model, isSound }
        }
        return last.isSound && memory?.mayKnow(api, value, 'sketch') !== true
      },
    }
  }
}

function unknownFormat({ formats }: Known, name: string): Error {
  return unknownName(
    'format',
    name,
    formats.map((format) => format.name),
  )
}

const strict = new WeakMap<Rulebook, Rulebook>()

/** The same API with the rows alone by which it refuses, made once. */
function refusing({ rulebook, format }: Api, model: string | undefined): Api {
  const known = strict.get(rulebook) ?? withoutAdvice(rulebook)
  strict.set(rulebook, known)
  return { rulebook: known, format: model === undefined ? format : withModel(format, model) }
}

function withoutAdvice(rulebook: Rulebook): Rulebook {
  const rows = Object.entries(rulebook.rows).filter(([, { severity }]) => severity === 'refused')
  return { ...rulebook, rows: Object.fromEntries(rows) }
}
