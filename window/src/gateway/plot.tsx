import { useEffect, useRef } from 'preact/hooks'
import { theme } from '../theme.ts'
import { say } from '../words/words.ts'
import { type Moment, moments } from './gateway-state.ts'

/** Requests and requests with faults in each second, over the last minutes. */
export function Plot() {
  const box = useRef<HTMLDivElement>(null)
  const shade = theme.value
  useEffect(() => {
    const element = box.current
    if (element === null) return
    let end: (() => void) | undefined
    let isOver = false
    // The library of plots is loaded here alone.
    void import('./draw-plot.ts').then(({ drawPlot }) => {
      if (!isOver) end = drawPlot(element, [say('requests'), say('withFaults')])
    })
    return () => {
      isOver = true
      end?.()
    }
  }, [shade])
  const [last] = ratesOf(moments.value.slice(-2))
  return (
    <figure class="plot">
      <figcaption>
        {say('perSecond')}
        <span class="sr">{last === undefined ? '' : `${last.answered}, ${last.faulty}`}</span>
      </figcaption>
      <div ref={box} aria-hidden="true" />
    </figure>
  )
}

/** The counts of each second between two moments. */
export function ratesOf(all: readonly Moment[]): readonly Omit<Moment, 'upstreams'>[] {
  return all.slice(1).map(({ time, answered, faulty }, index) => {
    const before = all[index]
    const seconds = Math.max(0.1, time - (before?.time ?? 0))
    return {
      time,
      answered: Math.max(0, (answered - (before?.answered ?? 0)) / seconds),
      faulty: Math.max(0, (faulty - (before?.faulty ?? 0)) / seconds),
    }
  })
}
