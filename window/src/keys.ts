import { useEffect } from 'preact/hooks'

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Acts on keys while something is shown; whoever writes into a field is not disturbed, but for Escape. */
export function useKeys(keys: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event
      const isWriting = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
      if (event.ctrlKey || event.metaKey || event.altKey || (isWriting && event.key !== 'Escape')) return
      const act = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (act === undefined) return
      event.preventDefault()
      act(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
