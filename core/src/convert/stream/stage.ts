import type { NeutralEvent } from '../../model/neutral-stream.ts'

/** A step between the reader and the writer of a stream: takes one event, gives the events that go on. */
export type Stage = (event: NeutralEvent) => readonly NeutralEvent[]

/** Several stages as one. */
export function inOrder(stages: readonly Stage[]): Stage {
  return (event) =>
    stages.reduce<readonly NeutralEvent[]>((events, stage) => events.flatMap((each) => stage(each)), [event])
}
