const linesInBlock = 4096

interface Block {
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly positions: Uint32Array
}

/**
 * The places of lines: the position of each among all lines, and the start and end of its bytes.
 *
 * It lies in blocks, so that nothing is copied as it grows: a copy left behind stays in memory for long.
 */
export class LineList {
  count = 0
  private readonly blocks: Block[] = []

  add(position: number, start: number, end: number): void {
    const at = this.count % linesInBlock
    if (at === 0) this.blocks.push(makeBlock())
    const { starts, lengths, positions } = this.blocks[this.blocks.length - 1] as Block
    positions[at] = position
    starts[at] = start
    lengths[at] = end - start
    this.count++
  }

  /** The position, the start and the end of a line that was added. */
  at(index: number): readonly [position: number, start: number, end: number] {
    const { starts, lengths, positions } = this.blocks[Math.floor(index / linesInBlock)] as Block
    const at = index % linesInBlock
    const start = starts[at] as number
    return [positions[at] as number, start, start + (lengths[at] as number)]
  }
}

function makeBlock(): Block {
  return {
    starts: new Float64Array(linesInBlock),
    lengths: new Uint32Array(linesInBlock),
    positions: new Uint32Array(linesInBlock),
  }
}
