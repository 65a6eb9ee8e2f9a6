import { familiarity } from '../pi-family/recognise.ts'
import { storeOf } from '../pi-family/store.ts'
import type { Store } from '../store.ts'
import { places } from './places.ts'

/** pi: it answers open calls as it sends, and leaves results alone that it should not send. */
export const pi: Store = storeOf({
  name: 'pi',
  title: 'pi',
  heals: ['call-without-result'],
  places,
  recognises(values) {
    const { sure, isMarked } = familiarity(values)
    return isMarked ? sure * 0.7 : sure
  },
  resume: (_, path) => `pi --session ${quoted(path)}`,
})

/** A path as one word of a command. */
function quoted(path: string): string {
  return /^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
