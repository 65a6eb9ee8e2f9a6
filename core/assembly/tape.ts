import { source } from './state'

/** As in `tape.ts` of the readers. */
export const kindObject: u32 = 0
export const kindArray: u32 = 1
export const kindClose: u32 = 2
export const kindString: u32 = 3
export const kindNumber: u32 = 4
export const kindTrue: u32 = 5
export const kindFalse: u32 = 6
export const kindNull: u32 = 7
export const kindWhole: u32 = 8
export const kindEmptyObject: u32 = 9
export const kindEmptyArray: u32 = 10
export const kindLine: u32 = 11

export const stringEscaped: u32 = 0x100
export const stringWanted: u32 = 0x400
export const stringPooled: u32 = 0x800
export const stringJson: u32 = 0x1000
export const stringInked: u32 = 0x2000
export const stringHead: u32 = 0x4000
export const wordShift: u32 = 16

export const lineBad: u32 = 0x100
export const lineBlank: u32 = 0x200
export const lineCareful: u32 = 0x400

export const short: usize = 32
export const longestPooled: usize = 128
export const deepest: u32 = 1024

const stride: usize = 16
const pageSize: usize = 65536

/** Events lie last in memory, so that it can grow with them. */
let events: usize = 0
export let next: usize = 0
let limit: usize = 0
let pool: usize = 0
export let poolEnd: usize = 0

export function placeTape(poolStart: usize, eventStart: usize): void {
  pool = poolStart
  events = eventStart
  limit = (memory.size() as usize) * pageSize
}

export function startTape(): void {
  next = events
  poolEnd = pool
}

/** Goes back to what was written before. */
export function rewind(event: usize, pooled: usize): void {
  next = event
  poolEnd = pooled
}

export function countEvents(): u32 {
  return ((next - events) / stride) as u32
}

export function countPooled(): u32 {
  return (poolEnd - pool) as u32
}

export function emit(kind: u32, name: i32, start: usize, end: usize): void {
  if (next + stride > limit) grow()
  store<u32>(next, kind)
  store<i32>(next, name, 4)
  store<u32>(next, (start - source) as u32, 8)
  store<u32>(next, (end - source) as u32, 12)
  next += stride
}

/** Says where an open object or array ends. */
export function endEvent(event: usize, end: usize): void {
  store<u32>(event, (end - source) as u32, 12)
}

/** Says what a line is, how many events of its own it has, and where it ends. */
export function endLine(event: usize, kind: u32, end: usize): void {
  store<u32>(event, kind)
  store<u32>(event, ((next - event) / stride - 1) as u32, 4)
  endEvent(event, end)
}

/** Takes a string into the pool, if it is plain ASCII. */
export function putInPool(at: usize, end: usize): bool {
  let place = poolEnd
  const length = end - at
  while (at < end) {
    const chunk = v128.load(at)
    const left = end - at
    const mask = left >= 16 ? 0xffff : (1 << (left as u32)) - 1
    if ((i8x16.bitmask(chunk) & mask) !== 0) return false
    v128.store(place, chunk)
    at += 16
    place += 16
  }
  poolEnd += length
  return true
}

/** Half as much again, so that growing costs no more than writing. */
function grow(): void {
  const pages = memory.size()
  if (memory.grow(max(pages >> 1, 1)) < 0 && memory.grow(1) < 0) unreachable()
  limit = (memory.size() as usize) * pageSize
}
