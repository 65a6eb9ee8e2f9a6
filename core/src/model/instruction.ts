import type { Part, Turn } from './transcript.ts'

/** Whether a turn can stand as instructions among others: nothing but words and changes of tools, or a setting. */
export function isInstruction({ speaker, role, parts, isSetting }: Turn): boolean {
  if (speaker !== 'system' || role !== 'system') return false
  return isSetting === true || (parts.every(mayInstruct) && !parts.every(isMarkAlone))
}

function mayInstruct(part: Part): boolean {
  if (part.kind === 'text') return part.text.trim() !== ''
  return part.kind === 'other' && (part.toolChange !== undefined || isMarkAlone(part))
}

/** Whether a part is a cache mark that stands between others. */
function isMarkAlone(part: Part): boolean {
  return part.kind === 'other' && part.isSilent === true && part.mark !== undefined
}

/** The position after the instructions that the document starts with. */
export function afterLeading(turns: readonly Turn[]): number {
  if (turns[0]?.index !== 0) return 0
  const end = turns.findIndex((turn) => turn.speaker !== 'system')
  return end < 0 ? turns.length : end
}
