import { formats } from '@mortise/core'
import { describe, expect, test } from 'vitest'
import { isQuiet } from '../../core/src/engine/look/quiet.ts'
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
    'system-turn-with-tools',
    'thinking-after-words',
    'thinking-by-default',
    'tools-brought-along',
    'tools-of-a-compaction',
  ],
  'openai-chat': ['custom-call', 'function-call', 'live-image', 'parts-and-refusal', 'prefix'],
  'openai-responses': [
    'built-in-tools',
    'calls-of-unknown-kinds',
    'result-before-its-call',
    'result-of-a-kept-call',
    'result-of-another-kind',
    'results-anywhere',
  ],
  'gemini-contents': [
    'an-id-on-one-side',
    'live-call-of-a-known-id',
    'live-calls',
    'one-part',
    'results-without-ids',
    'snake-case',
    'words-alone',
  ],
  'bedrock-converse': [
    'blocks-of-unknown-kinds',
    'document-with-text',
    'hosted-tool',
    'prefill',
    'system-turn',
    'system-turn-of-nova',
    'system-turn-of-unknown-model',
  ],
  'ai-sdk': [
    'approval-and-result',
    'approval-answered',
    'approval-waits',
    'model-speaks-between',
    'provider-executed',
    'shown-approval-waits',
    'shown-streaming',
    'shown-version-4',
    'version-4',
  ],
  neovate: [
    'before-a-summary',
    'branch-that-was-left',
    'cancelled-side-by-side',
    'data-flow',
    'live-calls',
    'notes-between',
    'older-results',
    'parent-that-went',
    'reasoning-and-images',
    'results-apart',
    'same-id-in-two-turns',
  ],
}

describe.each(formats)('what is sound passes a quick look: $name', ({ name: format }) => {
  test.each(soundOf(format))('$file', ({ file, document, api, tail }) => {
    const isRead = readAnyway[format]?.some((name) => file.endsWith(`/${name}.json`)) === true
    expect(isQuiet(document, apiOf(api, document), tail)).toBe(!isRead)
  })
})
