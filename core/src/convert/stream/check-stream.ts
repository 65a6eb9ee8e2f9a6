import type { Finding } from '../../model/finding.ts'
import { badOption } from '../../model/options.ts'
import type { StreamForm } from '../../model/stream-form.ts'
import { formNamed } from './convert-stream.ts'

/**
 * Checks a whole stream of decoded events against the laws of its wire; the list is empty if the stream keeps them.
 *
 * A stream that breaks off keeps the laws: its end tells the client not to run the calls that it has. Never throws, whatever the events hold.
 */
export type CheckStream = (format: string, events: readonly unknown[]) => readonly Finding[]

/** `checkStream`, for the wires that are known. */
export function checkStreamOf(forms: readonly StreamForm[]): CheckStream {
  return (format, events) => {
    if (!Array.isArray(events)) throw badOption('The events of a stream are a list.')
    return formNamed(forms, format).check(events)
  }
}
