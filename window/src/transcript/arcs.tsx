import type { VirtualItem } from '@tanstack/virtual-core'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { JointRow } from '../../../app/src/window/api.ts'
import type { VirtualRows } from '../virtual.ts'
import type { TranscriptState } from './transcript-state.ts'

/** Where the badges stand until one is seen. */
const width = 60

/** The joints in sight: each call is joined with its result by an arc. */
export function Arcs({
  state,
  items,
  virtual,
}: {
  state: TranscriptState
  items: readonly VirtualItem[]
  virtual: VirtualRows
}) {
  const drawing = useRef<SVGSVGElement>(null)
  useLayoutEffect(() => {
    const svg = drawing.current
    const rows = svg?.parentElement
    if (svg === null || rows === null || rows === undefined) return
    const joints = jointsIn(state, items)
    const { top, left } = rows.getBoundingClientRect()
    let x = width
    const badges = new Map<string, number>()
    for (const badge of rows.querySelectorAll<HTMLElement>('[data-joint]')) {
      const box = badge.getBoundingClientRect()
      badges.set(`${badge.dataset.half} ${badge.dataset.joint}`, box.top + box.height / 2 - top)
      x = box.left - left
    }
    const yOf = (half: string, number: number, turn: number): number => {
      const seen = badges.get(`${half} ${number}`)
      if (seen !== undefined) return seen
      const row = virtual.measurementsCache[turn]
      return row === undefined ? 0 : row.start + row.size / 2
    }
    const used: { from: number; to: number; level: number }[] = []
    const paths = joints.map(([number, call, result, isBroken]) => {
      const from = yOf('call', number, call)
      const to = result < 0 ? from + 26 : yOf('result', number, result)
      const [low, high] = from < to ? [from, to] : [to, from]
      let level = 0
      while (used.some((each) => each.level === level && each.from < high && low < each.to)) level++
      used.push({ from: low, to: high, level })
      const reach = Math.min(x - 4, 14 + level * 9 + Math.min(10, (high - low) / 60))
      return pathOf(x, from, to, reach, isBroken === 1, result < 0)
    })
    svg.replaceChildren(...paths.flat())
  })
  return <svg class="arcs" ref={drawing} aria-hidden="true" />
}

const namespace = 'http://www.w3.org/2000/svg'

function pathOf(
  x: number,
  from: number,
  to: number,
  reach: number,
  isBroken: boolean,
  isOpen: boolean,
): readonly SVGElement[] {
  const path = document.createElementNS(namespace, 'path')
  const left = x - reach
  const bend = Math.min(reach, Math.abs(to - from) / 2) * Math.sign(to - from || 1)
  const end = isOpen ? `L ${left} ${to}` : `L ${left} ${to - bend} Q ${left} ${to} ${x} ${to}`
  path.setAttribute('d', `M ${x} ${from} Q ${left} ${from} ${left} ${from + bend} ${end}`)
  path.setAttribute('class', isBroken ? 'arc broken' : 'arc')
  if (!isOpen) return [path]
  const dot = document.createElementNS(namespace, 'circle')
  dot.setAttribute('cx', String(left))
  dot.setAttribute('cy', String(to + 3))
  dot.setAttribute('r', '3')
  dot.setAttribute('class', isBroken ? 'open broken' : 'open')
  return [path, dot]
}

/** The joints with an end among these rows, the shortest first: the widest arcs go around them. */
function jointsIn(state: TranscriptState, items: readonly VirtualItem[]): readonly JointRow[] {
  const all = new Set(items.flatMap(({ index }) => state.jointsAt.value.get(index) ?? []))
  const span = ([, call, result]: JointRow): number => (result < 0 ? 0 : Math.abs(result - call))
  return [...all]
    .filter(([, call, result]) => call >= 0 && call !== result)
    .sort((one, other) => span(one) - span(other))
}
