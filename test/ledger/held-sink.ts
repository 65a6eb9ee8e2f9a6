import { memorySink, type Sink } from '@mortise/core'

export interface HeldSink {
  readonly sink: Sink
  hold(): void
  release(): void
}

/** A sink that writes nothing while it is held. */
export function heldSink(isHeld = true): HeldSink {
  const inner = memorySink()
  let release = (): void => {}
  let gate: Promise<void> | undefined
  const hold = (): void => {
    gate = new Promise((resolve) => {
      release = resolve
    })
  }
  if (isHeld) hold()
  return {
    sink: {
      ...inner,
      write: async (lines) => {
        await gate
        return inner.write(lines)
      },
    },
    release: () => release(),
    hold,
  }
}
