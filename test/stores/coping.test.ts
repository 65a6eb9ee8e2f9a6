import { describe, expect, test } from 'vitest'
import { type Coping, copingsOf, type Sent } from '../../app/src/stores/contract/coping.ts'

const store: { readonly copes: readonly Coping[] } = {
  copes: [
    { does: 'heals', rules: ['call-without-result'] },
    { does: 'heals', rules: ['result-without-call'], since: '2.1.47' },
    { does: 'heals', rules: ['duplicate-result'], apis: ['anthropic'] },
    { does: 'loses', rules: ['unreadable'] },
  ],
}
const behindSummary: Sent['lane'] = { copes: [{ does: 'heals', rules: ['result-out-of-place'] }] }

const always = ['call-without-result', 'unreadable']
const fromAnthropic = ['call-without-result', 'duplicate-result', 'unreadable']
const all = ['call-without-result', 'result-without-call', 'duplicate-result', 'unreadable']

describe('the faults that the sender of a session copes with', () => {
  const rows: readonly (readonly [string, string, Sent, readonly string[]])[] = [
    ['an old version', 'anthropic', { version: '2.1.19' }, fromAnthropic],
    ['the version before, by number and not by letter', 'anthropic', { version: '2.1.9' }, fromAnthropic],
    ['the first version', 'anthropic', { version: '2.1.47' }, all],
    ['a first version with a suffix', 'anthropic', { version: '2.1.47-beta.1' }, all],
    ['a newer minor version', 'anthropic', { version: '2.2.0' }, all],
    ['an older major version', 'anthropic', { version: '1.99.99' }, fromAnthropic],
    ['a version that nobody knows counts as the newest', 'anthropic', {}, all],
    ['another API', 'openai', { version: '2.1.0' }, always],
    [
      'a conversation of its own kind',
      'openai',
      { version: '1', lane: behindSummary },
      ['result-out-of-place', ...always],
    ],
    ['another program copes with none', 'anthropic', { sender: 'other', lane: behindSummary }, []],
  ]
  test.each(rows)('%s', (_, api, sent, rules) => {
    expect([...copingsOf(store, api, sent).keys()]).toEqual(rules)
  })
})
