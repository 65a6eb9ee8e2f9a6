import type { Facts } from '../../model/facts.ts'
import type { Demands } from '../../model/format.ts'
import { isObject, isWellFormed } from '../../model/json.ts'
import { type Row, takesInstructions } from '../../model/rulebook.ts'
import { type Block, isPlain, type Message } from './blocks.ts'
import { isLitteredText } from './strays.ts'

/** Instructions among the messages: whether they may stand there at all, and what they may hold. */
export class SystemLook {
  private readonly row: Row | undefined
  private isTaken = false

  constructor({ rows }: Demands) {
    this.row = rows['unknown-role']
  }

  reset(facts: Facts): void {
    this.isTaken = this.row !== undefined && takesInstructions(this.row, facts)
  }

  /** What a message of the system is; undefined where it is suspicious. */
  kindOf({ content, output_config: setting }: Message): 'words' | 'setting' | undefined {
    if (!this.isTaken) return undefined
    if (typeof content === 'string') return isPlain(content) ? 'words' : undefined
    if (!Array.isArray(content)) return undefined
    if (content.length === 0) return isObject(setting) ? 'setting' : undefined
    return content.every(isInstruction) ? 'words' : undefined
  }
}

function isInstruction(block: Block | null): boolean {
  if (block?.type === 'text')
    return typeof block.text === 'string' && isPlain(block.text) && !isLitteredText(block)
  const isChange = block?.type === 'tool_addition' || block?.type === 'tool_removal'
  return isChange && !Array.isArray(block) && isWellFormed(block)
}
