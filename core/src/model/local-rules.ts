// Written by `npm run docs` from the files in `core/src/rules/`.

/** The local rules, each with the members of a row that it reads. */
export interface LocalReads {
  'arguments-not-json': 'blank'
  'arguments-not-object': never
  'arguments-not-text': never
  'blank-turn': never
  'cache-mark-on-reasoning': never
  'call-by-user': never
  'call-id-missing': never
  'call-not-after-user': never
  'call-without-reasoning': never
  'content-not-list': never
  'content-not-text': 'besideCalls' | 'imagesApart' | 'speakers'
  'document-without-text': never
  'duplicate-call-id': never
  'duplicate-document-name': never
  'duplicate-item-id': never
  'duplicate-tool-name': never
  'empty-call-list': never
  'empty-error-result': never
  'empty-text': 'blank' | 'within'
  'empty-tool-list': never
  'empty-turn': 'besideCalls' | 'speakers'
  'ends-on-model': 'speakers'
  'error-result-not-text': never
  'forced-call-when-thinking': never
  'hosted-call-without-result': never
  'hosted-result-without-call': never
  'illegal-call-id': 'maximum' | 'pattern'
  'illegal-document-name': 'pattern'
  'illegal-hosted-id': 'pattern'
  'illegal-item-id': 'maximum' | 'pattern' | 'prefixes'
  'illegal-tool-name': 'maximum' | 'pattern' | 'within'
  'image-too-large': 'maximum' | 'maximumData' | 'ofMany'
  'item-not-stored': 'within'
  'lone-surrogate': never
  'media-in-result': 'media'
  'no-turns': never
  'no-user-turn': never
  'null-content': never
  'reasoning-bound': never
  'reasoning-changed': never
  'reasoning-dangling': never
  'reasoning-foreign': 'reasoning'
  'reasoning-missing': 'everyTurnWhen' | 'reasoning'
  'reasoning-not-first': never
  'reasoning-unsigned': 'reasoning'
  'reasoning-when-off': never
  'result-not-object': never
  'same-speaker-twice': never
  'signature-missing': never
  'starts-on-model': never
  'system-out-of-place': 'atStart' | 'beforeModel'
  'text-beside-calls': never
  'text-beside-results': never
  'too-many-cache-marks': 'maximum'
  'tool-denied': 'denied'
  'tool-name-missing': 'within'
  'tool-parameters-missing': never
  'tools-not-declared': 'pattern'
  'trailing-space': 'speakers'
  'undeclared-hosted-tool': 'hostedTools'
  'undeclared-tool': never
  'undeclared-tool-reference': never
  'unknown-role': 'instructionlessWhen' | 'instructionsWhen' | 'refusedRole' | 'speakers'
  'unsupported-media': 'media'
  'unsupported-part-member': 'refusedMembers'
  'unsupported-property': 'foreign' | 'members' | 'membersWhenThinking' | 'refusedMembers'
  'user-after-result': never
  'wrong-part-type': never
}

/** The names of the local rules, in alphabetical order. */
export const localRules: readonly (keyof LocalReads)[] = [
  'arguments-not-json',
  'arguments-not-object',
  'arguments-not-text',
  'blank-turn',
  'cache-mark-on-reasoning',
  'call-by-user',
  'call-id-missing',
  'call-not-after-user',
  'call-without-reasoning',
  'content-not-list',
  'content-not-text',
  'document-without-text',
  'duplicate-call-id',
  'duplicate-document-name',
  'duplicate-item-id',
  'duplicate-tool-name',
  'empty-call-list',
  'empty-error-result',
  'empty-text',
  'empty-tool-list',
  'empty-turn',
  'ends-on-model',
  'error-result-not-text',
  'forced-call-when-thinking',
  'hosted-call-without-result',
  'hosted-result-without-call',
  'illegal-call-id',
  'illegal-document-name',
  'illegal-hosted-id',
  'illegal-item-id',
  'illegal-tool-name',
  'image-too-large',
  'item-not-stored',
  'lone-surrogate',
  'media-in-result',
  'no-turns',
  'no-user-turn',
  'null-content',
  'reasoning-bound',
  'reasoning-changed',
  'reasoning-dangling',
  'reasoning-foreign',
  'reasoning-missing',
  'reasoning-not-first',
  'reasoning-unsigned',
  'reasoning-when-off',
  'result-not-object',
  'same-speaker-twice',
  'signature-missing',
  'starts-on-model',
  'system-out-of-place',
  'text-beside-calls',
  'text-beside-results',
  'too-many-cache-marks',
  'tool-denied',
  'tool-name-missing',
  'tool-parameters-missing',
  'tools-not-declared',
  'trailing-space',
  'undeclared-hosted-tool',
  'undeclared-tool',
  'undeclared-tool-reference',
  'unknown-role',
  'unsupported-media',
  'unsupported-part-member',
  'unsupported-property',
  'user-after-result',
  'wrong-part-type',
]
