import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useState } from 'preact/hooks'

/** No more rows than these stand in the page, however many there are and however large the screen is. */
const most = 60

export interface VirtualOptions {
  readonly count: number
  /** How high a row is before it was measured. */
  estimate(index: number): number
  /** Told the height of each row that was measured. */
  onMeasured?(index: number, height: number): void
  readonly scroll: RefObject<HTMLElement | null>
  readonly padding?: number
}

export type VirtualRows = Virtualizer<HTMLElement, HTMLElement>

/** A list of which only the rows in sight stand in the page. */
export function useVirtual({
  count,
  estimate,
  onMeasured,
  scroll,
  padding = 0,
}: VirtualOptions): VirtualRows {
  const [, redraw] = useReducer((drawn: number, _: undefined) => drawn + 1, 0)
  const options = {
    count,
    estimateSize: estimate,
    getScrollElement: () => scroll.current,
    overscan: 6,
    paddingStart: padding,
    paddingEnd: padding,
    rangeExtractor: rowsIn,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    measureElement: (element: HTMLElement, entry: ResizeObserverEntry | undefined, of: VirtualRows) => {
      const height = measureElement(element, entry, of)
      onMeasured?.(of.indexFromElement(element), height)
      return height
    },
    onChange: () => redraw(undefined),
  }
  const [rows] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  rows.setOptions({ ...rows.options, ...options })
  useLayoutEffect(() => rows._didMount(), [rows])
  useLayoutEffect(() => rows._willUpdate())
  return rows
}

function rowsIn({ startIndex, endIndex, overscan, count }: Range): number[] {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan, first + most - 1)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
