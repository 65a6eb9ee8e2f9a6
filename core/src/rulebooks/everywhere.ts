import { adjacentResults } from '../model/layout.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { chatMembers, chatRows, olderRoles, wordlessPairs } from './chat-family.ts'

/**
 * The chat APIs together: the narrowest of every demand, so that a request passes wherever it is sent.
 *
 * But for Ollama's own API, which wants arguments in a form that no other takes.
 */
export const everywhereChat: Rulebook = {
  name: 'everywhere',
  title: 'Every chat API at once',
  format: 'openai-chat',
  layout: { ...adjacentResults, unique: 'request', alternates: 'speech' },
  rows: {
    ...chatRows,
    ...wordlessPairs,
    'duplicate-call-id': { severity: 'refused', evidence: 'quoted' },
    'call-by-user': { severity: 'refused', evidence: 'quoted' },
    'empty-call-list': { severity: 'refused', evidence: 'quoted' },
    'null-content': { severity: 'refused', evidence: 'quoted' },
    'unknown-role': olderRoles,
    'illegal-call-id': { severity: 'refused', evidence: 'source', pattern: '^[a-zA-Z0-9]{9}$' },
    'tool-name-missing': { severity: 'refused', evidence: 'quoted' },
    'illegal-tool-name': {
      severity: 'refused',
      evidence: 'source',
      pattern: '^[a-zA-Z0-9_-]+$',
      maximum: 64,
      within: true,
    },
    'arguments-not-json': { severity: 'refused', evidence: 'quoted', blank: true },
    'forced-call-when-thinking': { severity: 'refused', evidence: 'quoted' },
    'empty-tool-list': { severity: 'refused', evidence: 'quoted' },
    'empty-text': { severity: 'refused', evidence: 'quoted' },
    'empty-turn': { severity: 'refused', evidence: 'quoted', speakers: ['model'], besideCalls: true },
    'content-not-text': {
      severity: 'refused',
      evidence: 'quoted',
      speakers: ['model', 'system', 'tool'],
      besideCalls: true,
    },
    'unsupported-property': {
      severity: 'refused',
      evidence: 'quoted',
      // Where the model thinks, only APIs that want its reasoning back can be meant.
      when: [{ thinking: false }],
      members: [...chatMembers, 'prefix'],
    },
    'reasoning-missing': {
      severity: 'refused',
      evidence: 'quoted',
      when: [{ thinking: true }],
      reasoning: 'every-call',
    },
    'media-in-result': { severity: 'refused', evidence: 'quoted' },
    'user-after-result': { severity: 'refused', evidence: 'quoted' },
    'system-out-of-place': { severity: 'refused', evidence: 'source' },
    'ends-on-model': { severity: 'refused', evidence: 'source', speakers: ['model', 'system'] },
    'same-speaker-twice': { severity: 'refused', evidence: 'quoted' },
    'starts-on-model': { severity: 'refused', evidence: 'quoted' },
    'no-turns': { severity: 'refused', evidence: 'quoted' },
    'no-user-turn': { severity: 'refused', evidence: 'reported' },
  },
}
