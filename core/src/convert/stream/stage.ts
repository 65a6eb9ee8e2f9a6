import type { NeutralEvent } from '../../model/neutral-stream.ts'

/** The events that go on: nearly always one, for which no list is made. */
export type Passed = NeutralEvent | readonly NeutralEvent[]

/** A step between the reader and the writer of a stream: takes one event, gives the events that go on. */
export type StreamStage = (event: NeutralEvent) => Passed

/** Several stages as one. */
export function inOrder(stages: readonly StreamStage[]): StreamStage {
  return (event) => {
    let passed: Passed = event
    for (const stage of stages) passed = isList(passed) ? through(passed, stage) : stage(passed)
    return passed
  }
}

/** The outcomes of all events, in one list. */
function through(events: readonly NeutralEvent[], stage: StreamStage): Passed {
  const [only] = events
  if (only !== undefined && events.length === 1) return stage(only)
  return events.flatMap((event) => stage(event))
}

/** The events that a writer makes of those that passed all stages. */
export function writtenFrom(
  passed: Passed,
  write: (event: NeutralEvent) => readonly unknown[],
): readonly unknown[] {
  return isList(passed) ? passed.flatMap(write) : write(passed)
}

function isList(passed: Passed): passed is readonly NeutralEvent[] {
  return Array.isArray(passed)
}
