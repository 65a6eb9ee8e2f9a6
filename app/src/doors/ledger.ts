import { type OptionTable, optionChecks, type Sink } from '@mortise/core'
import { type Machine, nodeFiles, nodeProcesses, openLineFile } from '../disk/index.ts'
import { checkPath } from './path.ts'

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

/** The file functions; a test can fail any of their calls. */
export type FileSinkOptions = Partial<Machine>

/**
 * A ledger's sink in a file: a line for everything that happens, on the disk before anything builds on it.
 *
 * Lines that come while others are on their way to the disk go there together. One process at a time may have it
 * open; rejects with a `DiskError` otherwise, and where the file cannot be opened.
 */
export async function fileSink(path: string, options: FileSinkOptions = {}): Promise<Sink> {
  checkPath('fileSink', 'a file', path)
  optionChecks.check('fileSink', options, sinkOptions)
  const around = { files: nodeFiles, processes: nodeProcesses, now: Date.now, ...options }
  const { lines, append, close } = await openLineFile(path, around)
  return { lines, write: append, close }
}

/** An object that has every function of another. */
const likeOf = (model: object): OptionTable[string] =>
  optionChecks.ofKind('an object of functions', (value) => {
    if (typeof value !== 'object' || value === null) return false
    const given = new Map(Object.entries(value))
    return Object.entries(model).every(([name, own]) => typeof given.get(name) === typeof own)
  })

const sinkOptions: OptionTable = {
  files: likeOf(nodeFiles),
  processes: likeOf(nodeProcesses),
  now: optionChecks.isFunction,
}
