const linesInBlock = 4096
const width = 3

/**
 * Where lines stand: the position of each among all lines, and where its bytes start and end.
 *
 * It lies in blocks, so that nothing is copied as it grows: a copy left behind stays in memory for long.
 */
export class LineList {
  count = 0
  private readonly blocks: Float64Array[] = []

  add(position: number, start: number, end: number): void {
    const at = (this.count % linesInBlock) * width
    if (at === 0) this.blocks.push(new Float64Array(linesInBlock * width))
    const block = this.blocks[this.blocks.length - 1] as Float64Array
    block[at] = position
    block[at + 1] = start
    block[at + 2] = end
    this.count++
  }

  /** The position, the start and the end of a line that was added. */
  at(index: number): readonly [position: number, start: number, end: number] {
    const block = this.blocks[Math.floor(index / linesInBlock)] as Float64Array
    const at = (index % linesInBlock) * width
    return [block[at] as number, block[at + 1] as number, block[at + 2] as number]
  }
}
