import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { isSilent } from '../../core/src/engine/look/whole.ts'
import { rules } from '../../core/src/rules/index.ts'
import { soundOf } from '../conformance/fixtures.ts'
import { apiOf } from '../laws/task.ts'

// A quick look may suspect what is sound; then it is read, and nothing is found. No more than these.
const readAnyway: Readonly<Record<string, readonly string[]>> = {
  'anthropic-messages': [
    'blank-text-after-words',
    'blocks-of-unknown-kinds',
    'error-image-in-flight',
    'hosted-call-after-a-call',
    'instructions-as-a-block',
    'live-calls-of-two-turns',
    'pause-turn',
    'pause-turn-after-result',
    'paused-at-a-summary',
    'prefill',
    'summary-asked-for',
    'system-turn-after-hosted-result',
    'system-turn-settings',
    'system-turn-with-tools',
    'thinking-by-default',
    'tools-brought-along',
    'tools-of-a-compaction',
  ],
  'openai-chat': ['live-image', 'prefix'],
  'openai-responses': [
    'calls-of-unknown-kinds',
    'local-shell-after-reasoning',
    'result-before-its-call',
    'result-of-a-kept-call',
    'result-of-another-kind',
    'results-anywhere',
    'search-answered-like-a-function',
  ],
  'gemini-contents': [
    'an-id-on-one-side',
    'list-among-parts',
    'live-call-of-a-known-id',
    'live-calls',
    'one-part',
    'results-without-ids',
    'snake-case',
  ],
  'bedrock-converse': ['blocks-of-unknown-kinds', 'prefill'],
  'ai-sdk': [
    'approval-and-result',
    'approval-answered',
    'approval-waits',
    'model-speaks-between',
    'provider-executed',
    'shown-approval-waits',
    'shown-version-4',
  ],
  neovate: [
    'before-a-summary',
    'branch-that-was-left',
    'cancelled-side-by-side',
    'notes-between',
    'parent-that-went',
  ],
}

describe.each(formats)('what is sound passes a quick look: $name', ({ name: format }) => {
  test.each(soundOf(format))('$file', ({ file, document, api, tail }) => {
    const isRead = readAnyway[format]?.some((name) => file.endsWith(`/${name}.json`)) === true
    expect(isSilent(document, apiOf(api, document), rules, tail)).toBe(!isRead)
  })
})
