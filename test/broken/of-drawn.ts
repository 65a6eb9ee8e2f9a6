import { type Break, change } from './change.ts'

const drawn = 'test/laws/first-seed.test.ts'

/** The promises on drawn conversations, and those about conversations that grow. */
export const ofDrawn: readonly Break[] = [
  {
    law: 'checker: ',
    tests: drawn,
    changes: [
      change(
        'core/src/rulebooks/anthropic.ts',
        "'duplicate-result': refused(",
        "'tool-name-missing': refused('x'), 'duplicate-result': advisedOnly(",
      ),
      change(
        'core/src/rulebooks/anthropic.ts',
        'const tooLarge =',
        "function advisedOnly(says: string): PlainRow {\n  return { severity: 'advice', evidence: 'quoted', says }\n}\nconst tooLarge =",
      ),
    ],
  },
  {
    law: 'the independent checker accepts the repaired document',
    tests: drawn,
    changes: [
      change(
        'test/oracle/anthropic-messages.ts',
        'function contentComplaints(role: unknown, content: unknown, at: string): string[] {\n',
        `function contentComplaints(role: unknown, content: unknown, at: string): string[] {
  if (JSON.stringify(content)?.includes('no result was recorded')) return ['It is made up.']\n`,
      ),
    ],
  },
  {
    law: 'what stands before it stays',
    tests: drawn,
    changes: [
      change(
        'core/src/engine/draft/draft.ts',
        '[partLabel(part), ...note, ...words]',
        '[draft.context.reading.turns.length + partLabel(part), ...note, ...words]',
      ),
    ],
  },
  {
    law: 'no block of reasoning stays after another prefix than its own',
    tests: drawn,
    changes: [
      change(
        'core/src/engine/binding/unbind.ts',
        'let edits = diff(draft)\n',
        'let edits = diff(draft)\n  if (1) return edits\n',
      ),
    ],
  },
  {
    law: 'every door says the same',
    tests: 'test/laws/foreign.test.ts',
    changes: [
      change(
        'core/src/door.ts',
        'return mend(known, document, namedApi(known, api, { document }), { ...options, policy }).report',
        'return mend(known, document, namedApi(known, api), { ...options, policy }).report',
      ),
    ],
  },
]

const plain = 'core/src/engine/plain/plain.ts'
const anyWords = change(
  plain,
  'if (!isWorded(text)) return false',
  'if (isWorded(text) === undefined) return false',
)

/** The other files of `test/laws`. */
export const ofOthers: readonly Break[] = [
  {
    law: 'every promise holds on',
    tests: 'test/laws/second-seed.test.ts',
    changes: [
      change(
        'test/oracle/anthropic-messages.ts',
        'function contentComplaints(role: unknown, content: unknown, at: string): string[] {\n',
        `function contentComplaints(role: unknown, content: unknown, at: string): string[] {
  if (JSON.stringify(content)?.includes('no result was recorded')) return ['It is made up.']\n`,
      ),
    ],
  },
  {
    law: 'leaves a document in the format that was chosen for it',
    tests: 'test/laws/choice.test.ts',
    changes: [
      change(
        'core/src/formats/anthropic-messages/index.ts',
        'const turns = messagesOf(document)\n',
        "const turns = JSON.stringify(document)?.includes('no result was') ? undefined : messagesOf(document)\n",
      ),
    ],
  },
  {
    law: 'a result in the shape of another API is a result, and a call a call',
    tests: 'test/laws/foreign-shapes.test.ts',
    changes: [
      change(
        'core/src/formats/anthropic-messages/walk.ts',
        'const own = ownTurn(message)\n',
        'const own = ownTurn(undefined as never)\n',
      ),
    ],
  },
  {
    law: 'FAIL',
    tests: 'test/laws/foreign-images.test.ts',
    changes: [
      change(
        'core/src/formats/foreign-images.ts',
        'export function imageOf(part: JsonObject): ForeignImage | undefined {\n',
        'export function imageOf(part: JsonObject): ForeignImage | undefined {\n  if (part) return undefined\n',
      ),
    ],
  },
  {
    law: 'a quick look finds what a full read finds',
    tests: 'test/laws/mixtures.test.ts',
    changes: [anyWords],
  },
  {
    law: 'a plain conversation has no fault',
    tests: 'test/laws/plain.test.ts',
    named: 'a value was changed (anthropic|openai)$',
    changes: [anyWords],
  },
  {
    law: 'requests of real clients are plain but for a few',
    tests: 'test/laws/plain-share.test.ts',
    named: 'requests of real clients',
    changes: [change(plain, 'if (!isWorded(text)) return false', 'if (isWorded(text)) return false')],
  },
  { law: 'FAIL', tests: 'test/laws/silence.test.ts', changes: [anyWords] },
  {
    law: '`leave` leaves that finding alone, and names it',
    tests: 'test/laws/single.test.ts',
    changes: [
      change(
        'core/src/engine/context.ts',
        'if (calls === undefined || id === undefined) return undefined',
        'if (calls !== rule as unknown) return undefined',
      ),
    ],
  },
]
