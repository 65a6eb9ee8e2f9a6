import { type Block, pointsTo } from './blocks.ts'

/** The tools run by the provider that have yet to answer in this loop. */
export class HostedSentinel {
  private readonly open: string[] = []
  private readonly legalId: RegExp

  constructor(legalId: RegExp) {
    this.legalId = legalId
  }

  get isWaiting(): boolean {
    return this.open.length > 0
  }

  clear(): void {
    // Setting a length costs more than looking at it, even where nothing changes.
    if (this.open.length > 0) this.open.length = 0
  }

  /** Takes one half; false where it is suspicious. */
  take(block: Block, half: 'call' | 'result', tools: ReadonlySet<string> | undefined): boolean {
    if (half === 'call') {
      const { id } = block
      if (typeof id !== 'string' || id === '') return false
      if (block.type === 'server_tool_use' && !this.legalId.test(id)) return false
      this.open.push(id)
      return true
    }
    const at = this.open.indexOf(block.tool_use_id as string)
    if (at < 0 || !pointsTo(block.content, tools)) return false
    this.open.splice(at, 1)
    return true
  }
}
