import type { Sink } from '@mortise/core'
import { type Around, nodeFiles, nodeProcesses, openLineFile } from '../disk/index.ts'

export {
  content,
  denied,
  type Ledger,
  type LedgerCall,
  type LedgerOptions,
  type LedgerTurn,
  memorySink,
  openLedger,
  type RunOptions,
  type RunOutcome,
  type RunTool,
  type Sink,
} from '@mortise/core'

/** What the file is reached through; a test can fail any of its calls. */
export type FileSinkOptions = Partial<Around>

/**
 * A ledger's sink in a file: a line for everything that happens, on the disk before anything builds on it.
 *
 * Lines that come while others are on their way to the disk go there together. One process at a time may have it
 * open; rejects with a `DiskError` otherwise, and where the file cannot be opened.
 */
export async function fileSink(path: string, options: FileSinkOptions = {}): Promise<Sink> {
  const around = { files: nodeFiles, processes: nodeProcesses, now: Date.now, ...options }
  const { lines, append, close } = await openLineFile(path, around)
  return { lines, write: append, close }
}
