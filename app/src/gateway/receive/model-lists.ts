import { isObject } from '../send/rename-model.ts'

/** The three ways in which APIs list their models. */
export type ListFamily = 'anthropic' | 'openai' | 'gemini'

/** A model of a list. */
export interface ListedModel {
  readonly id: string
  /** The name for people. */
  readonly title?: string | undefined
  /** When it was made, in seconds. */
  readonly created?: number | undefined
  /** The entry as its API wrote it, and how that API lists models. */
  readonly raw?: { readonly family: ListFamily; readonly entry: unknown }
}

/** The way in which APIs of a format list their models; undefined where they do not. */
export function familyOf(format: string): ListFamily | undefined {
  if (format === 'anthropic-messages') return 'anthropic'
  if (format === 'gemini-contents') return 'gemini'
  return format.startsWith('openai-') ? 'openai' : undefined
}

/** The models in the list of an API; none where it is no list. */
export function readModels(family: ListFamily, list: unknown): readonly ListedModel[] {
  const entries = isObject(list) ? list[family === 'gemini' ? 'models' : 'data'] : undefined
  return Array.isArray(entries) ? entries.flatMap((entry) => readModel(family, entry)) : []
}

function readModel(family: ListFamily, entry: unknown): readonly ListedModel[] {
  if (!isObject(entry)) return []
  const id = family === 'gemini' ? entry.name : entry.id
  if (typeof id !== 'string' || id === '') return []
  const raw = { family, entry }
  if (family === 'gemini') return [{ id: id.replace(/^models\//, ''), title: textOf(entry.displayName), raw }]
  if (family === 'openai') return [{ id, created: numberOf(entry.created), raw }]
  const created = Date.parse(textOf(entry.created_at) ?? '') / 1000
  return [{ id, title: textOf(entry.display_name), created: numberOf(created), raw }]
}

/** A list of models as the clients of an API read it; entries of the same API stay as they are. */
export function writeModels(family: ListFamily, models: readonly ListedModel[]): unknown {
  const entries = models.map((model) =>
    model.raw?.family === family ? model.raw.entry : writeModel(family, model),
  )
  if (family === 'gemini') return { models: entries }
  if (family === 'openai') return { object: 'list', data: entries }
  const [first, last] = [models[0]?.id ?? null, models.at(-1)?.id ?? null]
  return { data: entries, has_more: false, first_id: first, last_id: last }
}

function writeModel(family: ListFamily, { id, title = id, created = 0 }: ListedModel): unknown {
  if (family === 'openai') return { id, object: 'model', created, owned_by: 'mortise' }
  if (family === 'anthropic')
    return { type: 'model', id, display_name: title, created_at: new Date(created * 1000).toISOString() }
  const supportedGenerationMethods = ['generateContent', 'streamGenerateContent', 'countTokens']
  return { name: `models/${id}`, displayName: title, supportedGenerationMethods }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** A number that can be a time. */
function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Math.abs(value) < 8e12 ? Math.floor(value) : undefined
}
