import { type JsonObject, nonEmpty } from '../../model/json.ts'
import type { Part } from '../../model/transcript.ts'
import { foreignTypes } from './blocks.ts'

/** Reads a block of a kind that is not known here; foreign words for calls and results are known. */
export function readStrange(raw: JsonObject, index: number): Part {
  const part = { kind: 'other', list: 'content', index, raw, isReadable: true } as const
  if (typeof raw.type !== 'string' || foreignTypes.has(raw.type)) return part
  return { ...part, isStrange: true, ids: [nonEmpty(raw.id), nonEmpty(raw.tool_use_id)].filter(isGiven) }
}

function isGiven(id: string | undefined): id is string {
  return id !== undefined
}
