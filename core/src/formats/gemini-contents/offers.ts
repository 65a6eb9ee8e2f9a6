import type { Declaration, Offers, ToolChoice } from '../../model/declared.ts'
import type { BodyFactName } from '../../model/fact-names.ts'
import type { FactTable, OfferForm } from '../../model/format.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import { type Place, placeIn } from '../../model/place.ts'
import { goneRaws } from '../without.ts'
import { isWrapped, requestOf, wrapper } from './body.ts'
import { keyOf, keyToWrite, memberOf, type Spelling } from './spelling.ts'

const declarationKeys: Spelling = ['functionDeclarations', 'function_declarations']
const configKeys: Spelling = ['toolConfig', 'tool_config']
const callingKeys: Spelling = ['functionCallingConfig', 'function_calling_config']
const allowedKeys: Spelling = ['allowedFunctionNames', 'allowed_function_names']

/** Reads the functions that a body offers, the tools that Google runs, and the choice among them. */
function offersOf(document: unknown): Offers {
  const { tools } = requestOf(document)
  const at = stepsTo(document, 'tools')
  const lists = Array.isArray(tools)
    ? Array.from(tools, (tool: unknown, index) => declaredIn(tool, placeIn(at, index)))
    : []
  return { declarations: lists.flat(), choice: choiceIn(document) }
}

function stepsTo(document: unknown, member: string): readonly string[] {
  return isWrapped(document) ? [wrapper, member] : [member]
}

function declaredIn(tool: unknown, at: Place): readonly Declaration[] {
  if (!isObject(tool)) return []
  const key = keyOf(tool, declarationKeys)
  const functions = key === undefined ? undefined : tool[key]
  const declared = Array.isArray(functions)
    ? Array.from(functions, (raw: unknown, index) => ({
        names: [(isObject(raw) ? nonEmpty(raw.name) : undefined) ?? ''],
        at: placeIn(at, key as string, index),
        raw,
      }))
    : []
  const own = Object.keys(tool).filter((name) => !declarationKeys.includes(name))
  // A member has no value of its own that tells it apart: a tool and its name do.
  return [
    ...declared,
    ...own.map((name) => ({ names: namesOf(name), at: placeIn(at, name), raw: tool[name] })),
  ]
}

/** A name in both spellings. */
function namesOf(name: string): readonly string[] {
  return [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]
}

function choiceIn(document: unknown): ToolChoice | undefined {
  const config = memberOf(requestOf(document), configKeys)
  const calling = isObject(config) ? memberOf(config, callingKeys) : undefined
  if (!isObject(calling)) return undefined
  const allowed = memberOf(calling, allowedKeys)
  return {
    at: stepsTo(document, keyToWrite(requestOf(document), configKeys)),
    tools: Array.isArray(allowed)
      ? allowed.flatMap((name) => (typeof name === 'string' ? [[name]] : []))
      : [],
    isForced: calling.mode === 'ANY',
  }
}

const inRequest = (keys: Spelling) => (raw: unknown) => stepsTo(raw, keyToWrite(requestOf(raw), keys))

/** Where it is written that tools are offered no more. */
const facts: FactTable<BodyFactName> = {
  offers: {
    path: (raw) => stepsTo(raw, 'tools'),
    encode: (gone, body) => toolsWithout(requestOf(body).tools, gone),
  },
  choice: { path: inRequest(configKeys), encode: (_, body) => withCalling(body, () => ({ mode: 'AUTO' })) },
  'choice-names': {
    path: inRequest(configKeys),
    encode: (names, body) =>
      withCalling(body, (calling) => ({ ...calling, [keyToWrite(calling, allowedKeys)]: names })),
  },
  'no-choice': { path: inRequest(configKeys), encode: (_, body) => withCalling(body, () => undefined) },
}

/** The config of tools with another choice; undefined where it says nothing else. */
function withCalling(body: unknown, change: (calling: JsonObject) => JsonObject | undefined): unknown {
  const config = memberOf(requestOf(body), configKeys)
  if (!isObject(config)) return config
  const key = keyToWrite(config, callingKeys)
  const { [key]: calling, ...rest } = config
  const changed = change(isObject(calling) ? calling : {})
  if (changed !== undefined) return { ...config, [key]: changed }
  return Object.keys(rest).length === 0 ? undefined : rest
}

/** The tools that stay; one that has nothing left goes. */
function toolsWithout(tools: unknown, gone: unknown): unknown {
  if (!Array.isArray(tools)) return tools
  const raws = goneRaws(gone)
  const left = tools.flatMap((tool: unknown) => {
    if (!isObject(tool)) return [tool]
    const members = Object.entries(tool).flatMap(([name, value]) => memberWithout(name, value, raws))
    const isSame =
      members.length === Object.keys(tool).length && members.every(([name, value]) => tool[name] === value)
    if (isSame) return [tool]
    return members.length === 0 ? [] : [Object.fromEntries(members)]
  })
  return left.length === 0 && tools.length > 0 ? undefined : left
}

function memberWithout(
  name: string,
  value: unknown,
  gone: ReadonlySet<unknown>,
): readonly (readonly [string, unknown])[] {
  if (!declarationKeys.includes(name)) return gone.has(value) ? [] : [[name, value]]
  if (!Array.isArray(value)) return [[name, value]]
  const left = value.filter((declaration) => !gone.has(declaration))
  if (left.length === value.length) return [[name, value]]
  return left.length === 0 ? [] : [[name, left]]
}

/** How a body of this format offers tools. */
export const geminiOffers: OfferForm = { offersOf, facts }
