import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'

/**
 * Neovate, whose messages are sent to an API of any provider.
 *
 * Only faults that every provider refuses are rows here: calls and results that do not belong together, and messages
 * that cannot be sent at all. Its own design document states the first; the others are the providers' demands.
 */
export const neovate: Rulebook = {
  name: 'neovate',
  title: 'Neovate Code',
  format: 'neovate',
  layout: { ...adjacentResults, alone: true },
  rows: {
    'call-without-result': { severity: 'refused', evidence: 'docs' },
    'result-without-call': { severity: 'refused', evidence: 'reported' },
    'result-out-of-place': { severity: 'refused', evidence: 'reported' },
    'duplicate-result': { severity: 'refused', evidence: 'reported' },
    'duplicate-call-id': { severity: 'refused', evidence: 'reported' },
    'call-id-missing': { severity: 'refused', evidence: 'reported' },
    'call-by-user': { severity: 'refused', evidence: 'reported' },
    'tool-name-missing': { severity: 'refused', evidence: 'reported' },
    'unknown-role': {
      severity: 'refused',
      evidence: 'reported',
      speakers: ['user', 'model', 'system', 'tool'],
    },
  },
}

/** The demands of everything that takes this format: Neovate alone. */
export const everywhereNeovate: Rulebook = {
  ...neovate,
  name: 'everywhere',
  title: 'Everything that takes messages of Neovate',
}
