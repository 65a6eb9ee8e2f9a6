import { lockFile } from '../../disk/index.ts'
import { familiarity } from '../pi-family/recognise.ts'
import { storeOf } from '../pi-family/store.ts'
import type { Store } from '../store.ts'
import { places } from './places.ts'

/** OpenClaw, as long as it wrote its sessions to files: it pairs calls and results for two APIs, and for no other. */
export const openclaw: Store = storeOf({
  name: 'openclaw',
  title: 'OpenClaw',
  heals: (api) => (paired.has(api) ? pairing : []),
  places,
  recognises(values) {
    const { sure, isMarked } = familiarity(values)
    return isMarked && sure > 0.3 ? 1 : sure * 0.9
  },
  resume: (id) => `openclaw agent --session-id ${id} --message 'go on'`,
  lock: lockFile({ staleAfterMs: 30 * 60_000 }),
})

const paired: ReadonlySet<string> = new Set(['anthropic', 'gemini'])

const pairing = ['call-without-result', 'result-without-call', 'result-out-of-place', 'duplicate-result']
