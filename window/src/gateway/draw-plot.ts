import { effect } from '@preact/signals'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { moments } from './gateway-state.ts'
import { ratesOf } from './plot.tsx'

/** Draws the rates and follows them; returns a function that ends it. */
export function drawPlot(box: HTMLElement, names: readonly [string, string]): () => void {
  const style = getComputedStyle(box)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--soft'),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  const plot = new UPlot(
    {
      width: box.clientWidth,
      height: 180,
      cursor: { show: false },
      legend: { show: true, live: false },
      scales: {
        x: { range: (_, from, to) => [Math.min(from, to - 30), to] },
        y: { range: (_, __, most) => [0, Math.max(1, most * 1.15)] },
      },
      series: [
        {},
        { label: names[0], stroke: colour('--accent'), width: 2, points: { show: false } },
        { label: names[1], stroke: colour('--bad'), width: 2, points: { show: false } },
      ],
      axes: [axis, { ...axis, size: 42 }],
    },
    [[], [], []],
    box,
  )
  const observer = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: 180 }))
  observer.observe(box)
  const end = effect(() => {
    const rates = ratesOf(moments.value)
    plot.setData([
      rates.map(({ time }) => time),
      rates.map(({ answered }) => answered),
      rates.map(({ faulty }) => faulty),
    ])
  })
  return () => {
    end()
    observer.disconnect()
    plot.destroy()
  }
}
