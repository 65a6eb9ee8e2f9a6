// Where things lie in memory, told by `wasm-scanner.ts`. Every place is an address; 0 is none.

/** The bytes that are read. Spans are counted from here. */
export let source: usize = 0
/** A bit for each object or array that is read over and still open; room for one in every byte of the source. */
export let openBits: usize = 0
/** Room for a bit of each byte of the source: where strings stop. */
export let stopBits: usize = 0

export let spelling: usize = 0
export let starts: usize = 0
export let slots: usize = 0
export let slotMask: u32 = 0
export let longestWord: usize = 0
export let wordCount: u32 = 0
export let nodes: usize = 0
export let members: usize = 0
export let root: u32 = 0

/** A line feed is white space, unless it ends what is read. */
export let isLine: bool = false
/** The line must be read in full. */
export let isCareful: bool = false

export function placeSource(bytes: usize, open: usize, stops: usize): void {
  source = bytes
  openBits = open
  stopBits = stops
}

export function placeWords(
  text: usize,
  index: usize,
  hashes: usize,
  mask: u32,
  longest: usize,
  count: u32,
): void {
  spelling = text
  starts = index
  slots = hashes
  slotMask = mask
  longestWord = longest
  wordCount = count
}

export function placeNodes(list: usize, table: usize, first: u32): void {
  nodes = list
  members = table
  root = first
}

export function setLine(value: bool): void {
  isLine = value
}

export function setCareful(value: bool): void {
  isCareful = value
}
