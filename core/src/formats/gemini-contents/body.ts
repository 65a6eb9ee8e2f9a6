import type { Facts } from '../../model/facts.ts'
import { isObject, type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Place } from '../../model/place.ts'
import { instructionKeys, memberOf } from './spelling.ts'

/** The member of the body that holds the request, where a gateway wraps it. */
export const wrapper = 'request'

/** The part of the body that holds the contents: the body itself, or what a gateway wrapped in it. */
export function requestOf(document: unknown): JsonObject {
  if (!isObject(document)) return {}
  return isWrapped(document) ? (document[wrapper] as JsonObject) : document
}

export function isWrapped(document: unknown): boolean {
  return isObject(document) && document.contents === undefined && isObject(document[wrapper])
}

/**
 * The list of contents: the document itself, or a member of the body.
 *
 * One content, or one string, may stand for the whole list: there is nothing to tie together in it.
 */
export function contentsOf(document: unknown): readonly unknown[] | undefined {
  if (Array.isArray(document)) return document
  const { contents } = requestOf(document)
  if (Array.isArray(contents)) return contents
  return isObject(contents) || typeof contents === 'string' ? noContents : undefined
}

const noContents: readonly unknown[] = Object.freeze([])

/** The place of the list of contents. */
export function contentsRoot(document: unknown): Place {
  if (Array.isArray(document)) return []
  return isWrapped(document) ? [wrapper, 'contents'] : ['contents']
}

export function factsOf(document: unknown): Facts {
  const body = isObject(document) ? document : {}
  const request = requestOf(document)
  const tools = declaredTools(request.tools)
  return {
    // A path names the model on Google's servers: `models/…`, `publishers/google/models/…`.
    model: nonEmpty(body.model)?.replace(/^.*\bmodels\//, ''),
    isThinking: isThinking(request),
    isContinued: false,
    isBody: isObject(document),
    // Nobody has seen what comes of it beside contents that the provider keeps.
    isTurnless:
      isEmpty(request.contents) && memberOf(request, ['cachedContent', 'cached_content']) === undefined,
    hasInstructions: memberOf(request, instructionKeys) !== undefined,
    ...(tools.size === 0 ? {} : { tools }),
  }
}

function isEmpty(contents: unknown): boolean {
  return Array.isArray(contents) && contents.length === 0
}

function isThinking(request: JsonObject): boolean {
  const config = memberOf(request, ['generationConfig', 'generation_config'])
  const thinking = isObject(config) ? memberOf(config, ['thinkingConfig', 'thinking_config']) : undefined
  if (!isObject(thinking)) return false
  return memberOf(thinking, ['thinkingBudget', 'thinking_budget']) !== 0
}

function declaredTools(tools: unknown): Set<string> {
  const names = new Set<string>()
  for (const tool of Array.isArray(tools) ? tools : []) {
    const declared = isObject(tool)
      ? memberOf(tool, ['functionDeclarations', 'function_declarations'])
      : undefined
    for (const declaration of Array.isArray(declared) ? declared : []) {
      const name = isObject(declaration) ? nonEmpty(declaration.name) : undefined
      if (name !== undefined) names.add(name)
    }
  }
  return names
}
