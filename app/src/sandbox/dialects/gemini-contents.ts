import { sseEvent } from '../../wire/sse.ts'
import type { Beat } from '../beats.ts'
import type { Dialect, Path, PathTask } from '../dialect.ts'
import { type AnyJsonObject, isObject, listIn } from '../json.ts'
import { callsOf, type SaidPart, type SandboxStop, type SandboxTurn } from '../turn.ts'

const stops: Readonly<Record<SandboxStop, string>> = { end: 'STOP', calls: 'STOP', length: 'MAX_TOKENS' }

export const geminiContents: Dialect = {
  format: 'gemini-contents',
  shown: ['/v1beta/models/MODEL:generateContent, :streamGenerateContent', 'Gemini'],
  paths: [
    ...pathsOf('generateContent', 'answer'),
    ...pathsOf('streamGenerateContent', 'stream'),
    ...pathsOf('countTokens', 'count'),
  ],
  limit: 100 << 20,
  document(body, model) {
    // A request that is to be counted may be wrapped whole.
    const asked = isObject(body.generateContentRequest) ? body.generateContentRequest : body
    return model === undefined ? asked : { ...asked, model }
  },
  isStream: () => false,
  toolsOf: (body) =>
    listIn(body, 'tools')
      .flatMap((tool) => [...listIn(tool, 'functionDeclarations'), ...listIn(tool, 'function_declarations')])
      .flatMap((tool) =>
        isObject(tool) && typeof tool.name === 'string'
          ? [{ name: tool.name, schema: tool.parametersJsonSchema ?? tool.parameters }]
          : [],
      ),
  callId: (token, index) => token(`call ${index}`, 8),
  answer: (turn) => chunkOf(turn, turn.said.map(partOf(turn)), stops[turn.stop]),
  count: (tokens) => ({ totalTokens: tokens }),
  stream: (turn, beats, { query }) => {
    const chunks = chunksOf(turn, beats)
    if (query.get('alt') === 'sse') {
      return {
        type: 'text/event-stream',
        frames: chunks.map((chunk) => sseEvent(chunk)),
        trouble: (body) => sseEvent(body),
      }
    }
    const last = chunks.length - 1
    const frames = chunks.map((chunk, at) => listed(chunk, at === 0, at === last))
    return {
      type: 'application/json; charset=UTF-8',
      frames,
      trouble: (body, _, isFirst) => listed(body, isFirst, true),
    }
  },
}

/** On AI Studio a path begins with the model, on Vertex with the project. */
function pathsOf(method: string, task: PathTask): readonly Path[] {
  const short = `^/v1(?:beta|alpha)?/models/(?<model>[^/:]+):${method}$`
  const long = `^/v1(?:beta1)?/projects/[^/]+/locations/[^/]+/publishers/google/models/(?<model>[^/:]+):${method}$`
  return [short, long].map((pattern) => ({ pattern: new RegExp(pattern), task }))
}

/** A chunk as an element of one long list. */
function listed(chunk: unknown, isFirst: boolean, isLast: boolean): string {
  return `${isFirst ? '[' : ',\r\n'}${JSON.stringify(chunk)}${isLast ? '\n]' : '\n'}`
}

function chunksOf(turn: SandboxTurn, beats: readonly Beat[]): readonly unknown[] {
  const parts = turn.said.map(partOf(turn))
  const told = beats.flatMap((beat) => {
    const part = parts[beat.index]
    // A call is told in one go.
    if (beat.said.kind === 'call') return beat.do === 'open' ? [part] : []
    return beat.do === 'piece' ? [{ ...part, text: beat.text }] : []
  })
  const last = told.length - 1
  if (last < 0) return [chunkOf(turn, [], stops[turn.stop])]
  return told.map((part, at) => chunkOf(turn, [part], at === last ? stops[turn.stop] : undefined))
}

function partOf(turn: SandboxTurn): (said: SaidPart) => AnyJsonObject {
  const [first] = callsOf(turn)
  return (said) => {
    if (said.kind === 'text') return { text: said.text }
    if (said.kind === 'thinking') return { text: said.text, thought: true }
    const { id, name, input } = said
    const functionCall = isNew(turn.model) ? { id, name, args: input } : { name, args: input }
    // Of calls beside each other only the first is signed.
    return said === first ? { functionCall, thoughtSignature: turn.token('signature', 64) } : { functionCall }
  }
}

/** From version 3 on, calls have ids. */
function isNew(model: string): boolean {
  return /gemini-(?:[3-9]|[1-9]\d)/.test(model)
}

function chunkOf(turn: SandboxTurn, parts: readonly unknown[], finish: string | undefined): unknown {
  const { input, output } = turn.tokens
  const counts = { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output }
  const content = { parts, role: 'model' }
  return {
    candidates: [finish === undefined ? { content, index: 0 } : { content, finishReason: finish, index: 0 }],
    usageMetadata: counts,
    modelVersion: turn.model,
    responseId: turn.token('response', 22),
  }
}
