import type { NodeTable } from '../read/table.ts'
import type { Scanner } from './scanner.ts'
import { longestPooled, type Tape } from './tape.ts'
import { instantiate, type WasmExports, type WasmModule } from './wasm-module.ts'

const pageSize = 65_536
/**
 * The size that fits without growing, with room for as many bytes of events: from the first memory that grows on, V8 checks every
 * access to any typed array.
 */
const firstCapacity = 1 << 23
/** So far beyond the end of a stretch of memory it may be read, and beyond that of the pool written. */
const margin = 64 + longestPooled
/** The first address in use; those below stay free, since address 0 means none. */
const tableStart = 64

/** Writes the tape of bytes that it holds, in WebAssembly with SIMD. */
export class WasmScanner implements Scanner {
  private readonly wasm: WasmExports
  /** Memory, from low to high: the table, the source, open brackets, stops of strings, the pool, events. */
  private readonly source: number
  private pool = 0
  private events = 0
  private capacity = 0
  private view: Uint8Array = new Uint8Array(0)
  private eventView: Int32Array = new Int32Array(0)

  constructor(module: WasmModule, table: NodeTable) {
    this.wasm = instantiate(module)
    this.source = this.placeTable(table)
    this.resize(firstCapacity)
  }

  hold(size: number): Uint8Array {
    if (size > this.capacity) this.resize(size)
    return this.bytes()
  }

  scanDocument(length: number): Tape {
    return this.tape(this.wasm.scanDocument(length))
  }

  scanLines(start: number, end: number): Tape {
    return this.tape(this.wasm.scanLines(start, end))
  }

  private tape(count: number): Tape {
    const bytes = this.bytes()
    const pool = new Uint8Array(bytes.buffer, this.pool, this.wasm.countPooled())
    return { events: this.eventView, count, bytes, pool }
  }

  /** The source. Memory that has grown leaves its views empty. */
  private bytes(): Uint8Array {
    if (this.view.length === 0) {
      const { buffer } = this.wasm.memory
      this.view = new Uint8Array(buffer, this.source, this.capacity)
      this.eventView = new Int32Array(buffer, this.events)
    }
    return this.view
  }

  private resize(size: number): void {
    this.capacity = roundUp(size + margin, pageSize)
    const bits = roundUp(this.capacity >> 3, 16) + margin
    const openBits = this.source + this.capacity + margin
    const stopBits = openBits + bits
    this.pool = stopBits + bits
    this.events = roundUp(this.pool + this.capacity + bits + margin, 16)
    this.reserve(this.events + pageSize)
    this.wasm.placeSource(this.source, openBits, stopBits)
    this.wasm.placeTape(this.pool, this.events)
    this.view = new Uint8Array(0)
  }

  /** Lays the table into memory; gives where it ends. */
  private placeTable(table: NodeTable): number {
    const { words, spelling, starts, slots, longest, nodes, members, root } = table
    const parts = [nodes, members, slots, starts, spelling]
    const places: number[] = []
    let end = tableStart
    for (const part of parts) {
      places.push(end)
      end = roundUp(end + part.byteLength + margin, 16)
    }
    this.reserve(end)
    const memory = new Uint8Array(this.wasm.memory.buffer)
    parts.forEach((part, index) => {
      memory.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), places[index])
    })
    const [nodeStart = 0, memberStart = 0, slotStart = 0, startStart = 0, spellingStart = 0] = places
    this.wasm.placeWords(spellingStart, startStart, slotStart, slots.length - 1, longest, words.length)
    this.wasm.placeNodes(nodeStart, memberStart, root)
    return end
  }

  private reserve(size: number): void {
    const { memory } = this.wasm
    const missing = size - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / pageSize))
  }
}

function roundUp(size: number, unit: number): number {
  return Math.ceil(size / unit) * unit
}
