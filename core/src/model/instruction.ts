import type { Part, Turn } from './transcript.ts'

/** Whether a turn can stand as instructions among others: nothing but words and changes of tools, or a setting. */
export function isInstruction({ speaker, role, parts, isSetting }: Turn): boolean {
  if (speaker !== 'system' || role !== 'system') return false
  return isSetting === true || (parts.length > 0 && parts.every(mayInstruct))
}

function mayInstruct(part: Part): boolean {
  return part.kind === 'text'
    ? part.text.trim() !== ''
    : part.kind === 'other' && part.toolChange !== undefined
}

/** The position after the instructions that the document starts with. */
export function afterLeading(turns: readonly Turn[]): number {
  if (turns[0]?.index !== 0) return 0
  const end = turns.findIndex((turn) => turn.speaker !== 'system')
  return end < 0 ? turns.length : end
}
