import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { theme } from '../theme.ts'
import type { VirtualRows } from '../virtual.ts'
import { say } from '../words/words.ts'
import type { TranscriptState } from './transcript-state.ts'

/** The whole conversation in one column: every joint is a tick, every break a red one. A click goes there. */
export function Minimap({
  state,
  virtual,
  scroll,
  onJump,
}: {
  state: TranscriptState
  virtual: VirtualRows
  scroll: RefObject<HTMLElement | null>
  onJump: (turn: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const sight = useRef<HTMLDivElement>(null)
  const outline = state.outline.value
  const total = outline?.speakers.length ?? 0
  const shade = theme.value
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    const draw = (): void => drawMap(element, state)
    draw()
    const observer = new ResizeObserver(draw)
    observer.observe(element)
    return () => observer.disconnect()
  }, [state, outline, shade])
  useLayoutEffect(() => {
    const box = sight.current
    const view = scroll.current
    if (box === null || view === null) return
    const whole = Math.max(1, virtual.getTotalSize())
    box.style.top = `${((virtual.scrollOffset ?? 0) / whole) * 100}%`
    box.style.height = `${Math.min(100, (view.clientHeight / whole) * 100)}%`
  })
  const first = virtual.range?.startIndex ?? 0
  const goTo = (y: number, element: HTMLElement): void => {
    const { top, height } = element.getBoundingClientRect()
    onJump(Math.max(0, Math.min(total - 1, Math.floor(((y - top) / height) * total))))
  }
  const keys: Readonly<Record<string, () => number | undefined>> = {
    ArrowDown: () => first + Math.ceil(total / 20),
    ArrowUp: () => first - Math.ceil(total / 20),
    Home: () => 0,
    End: () => total - 1,
  }
  return (
    <div
      class="minimap"
      role="slider"
      tabIndex={0}
      aria-label={say('map')}
      aria-orientation="vertical"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, total)}
      aria-valuenow={Math.min(first + 1, Math.max(1, total))}
      onKeyDown={(event) => {
        const to = Object.hasOwn(keys, event.key) ? keys[event.key]?.() : undefined
        if (to === undefined) return
        event.preventDefault()
        onJump(Math.max(0, Math.min(total - 1, to)))
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event.clientY, event.currentTarget)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) goTo(event.clientY, event.currentTarget)
      }}
    >
      <canvas ref={canvas} />
      <div class="sight" ref={sight} />
    </div>
  )
}

function drawMap(canvas: HTMLCanvasElement, state: TranscriptState): void {
  const outline = state.outline.value
  const context = canvas.getContext('2d')
  if (context === null || outline === undefined) return
  const ratio = devicePixelRatio
  const { clientWidth, clientHeight } = canvas
  canvas.width = clientWidth * ratio
  canvas.height = clientHeight * ratio
  context.scale(ratio, ratio)
  const style = getComputedStyle(canvas)
  const colour = (name: string): string => style.getPropertyValue(name)
  const total = Math.max(1, outline.speakers.length)
  const step = clientHeight / total
  const yOf = (turn: number): number => (turn + 0.5) * step
  const height = Math.max(1, Math.min(10, step - 1))
  const lengths: Readonly<Record<string, number>> = { u: 0.78, m: 0.5, t: 0.3, s: 0.9 }
  context.fillStyle = colour('--map-turn')
  let drawn = -1
  for (let turn = 0; turn < total; turn++) {
    const y = Math.round(yOf(turn))
    if (y === drawn) continue
    drawn = y
    const part = lengths[outline.speakers[turn] ?? ''] ?? 0.4
    context.fillRect(6, y - height / 2, (clientWidth - 12) * part, height)
  }
  const tick = (turn: number, isBroken: boolean): void => {
    context.fillStyle = colour(isBroken ? '--bad' : '--accent')
    context.fillRect(
      isBroken ? 0 : clientWidth - 12,
      yOf(turn) - 1,
      isBroken ? clientWidth : 8,
      isBroken ? 3 : 2,
    )
  }
  context.globalAlpha = 0.65
  for (const [, call, , isBroken] of outline.joints) if (isBroken === 0 && call >= 0) tick(call, false)
  context.globalAlpha = 1
  for (const turn of state.breaks.value) tick(turn, true)
}
