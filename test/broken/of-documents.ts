import { type Break, type Change, change } from './change.ts'

const fixtures = 'test/conformance/conforms.test.ts'
const repair = 'core/src/engine/repair.ts'
const made = 'return { report: { found, plan: { edits }, left, firstChange: edits[0]?.at }, document }'

/** A law of one document, broken in the repair of it, on the fixtures of some rules. */
function onFixtures(law: string, named: string, ...changes: readonly Change[]): Break {
  return { law, changes, tests: fixtures, named }
}

/** The promises of `test/laws/laws.ts`, in their order there. */
export const ofDocuments: readonly Break[] = [
  onFixtures(
    'nothing real is lost',
    'result-without-call.*under keep',
    change(
      'core/src/engine/draft/draft.ts',
      "[partLabel(part), ...note, ...words].join('\\n')",
      'partLabel(part)',
    ),
  ),
  onFixtures(
    'a joint stays a joint',
    'call-without-result.*under drop$',
    change(
      'core/src/engine/arrange/decide.ts',
      '(joint) => isOpen(joint) && !running.has(joint)',
      '(joint) => !running.has(joint)',
    ),
  ),
  onFixtures(
    'a quick look never hides a fault',
    'call-without-result',
    change(
      'core/src/engine/scan.ts',
      "if (parts === 'none') return nothing",
      "if (parts !== 'all') return nothing\n  if (1) return nothing",
    ),
  ),
  onFixtures(
    'not extensible',
    'call-without-result.*keeps',
    change(
      repair,
      'const parts = partsToRead(task)',
      'const parts = partsToRead(task)\n  Object.assign(task.document as object, { seen: 1 })',
    ),
  ),
  onFixtures(
    'found is the same for scan and for every policy',
    'call-without-result',
    change(repair, made, made.replace('found,', 'found: found.slice(1),')),
  ),
  onFixtures(
    'two runs are identical',
    'call-without-result',
    change(
      'core/src/door.ts',
      '{ ...options, policy }).report',
      '{ ...options, policy: policy === "keep" ? "drop" : "keep" }).report',
    ),
  ),
  onFixtures(
    'reading the suspicious part is as good as reading all',
    'call-without-result',
    change(
      repair,
      'return (parts ===',
      'if (1) return { ...repairInFull(task, policy), document: task.document }\n  return (parts ===',
    ),
  ),
  onFixtures(
    'sound in, same out',
    'sound: ',
    change(repair, 'return soundRepair(task.document)', 'return soundRepair(structuredClone(task.document))'),
  ),
  onFixtures(
    'left is what a new scan finds',
    'undeclared-tool',
    change('core/src/engine/task.ts', 'plan: emptyPlan, left: found', 'plan: emptyPlan, left: []'),
  ),
  onFixtures(
    'idempotent',
    'call-without-result.*under keep',
    change(
      'core/src/door.ts',
      "const { policy, tail = 'closed', origin, memory } = options\n",
      `const { policy, tail = 'closed', origin, memory } = options
  if (JSON.stringify(document).includes('no result was recorded'))
    return { report: { found: [], left: scanTask({ document, api, tail, rules: known.rules, origin }), firstChange: undefined, plan: { edits: [{ do: 'set', at: ['again'], value: 1, index: 0, why: 'again' }] } }, document }\n`,
    ),
  ),
  onFixtures(
    'what is left',
    'call-without-result.*under keep',
    change(
      repair,
      'const { found, edits: first } = planPart(() => wholeContext(task), task.rules, policy)',
      'const { found, edits: all } = planPart(() => wholeContext(task), task.rules, policy)\n  const first = all.slice(0, 1)',
    ),
    change(repair, 'const mostRounds = 4', 'const mostRounds = 1'),
  ),
  onFixtures(
    'no fault is left that was not there',
    'call-without-result.*under drop',
    change(
      'core/src/engine/for-rules/end.ts',
      'const { reading, tail, facts } = draft.context\n',
      'const { reading, tail, facts } = draft.context\n  if (1) return\n',
    ),
  ),
  onFixtures(
    'report changes nothing',
    'call-without-result.*under report',
    change(
      'core/src/engine/task.ts',
      'left: found, firstChange: undefined }, document }',
      'left: found, firstChange: undefined }, document: structuredClone(document) }',
    ),
  ),
  onFixtures(
    'the plan writes nothing that JSON has no word for',
    'call-without-result.*under keep',
    change(
      repair,
      made,
      made.replace(
        '{ edits }',
        "{ edits: [...edits, { do: 'set', at: ['x'], value: undefined, index: 0, why: 'x' }] }",
      ),
    ),
  ),
  onFixtures(
    'the plan survives JSON',
    'call-without-result.*under keep',
    change(
      repair,
      made,
      made.replace('{ edits }', '{ edits: edits.map((edit) => ({ ...edit, on: new Date(0) })) }'),
    ),
  ),
  onFixtures(
    'apply makes the repaired document',
    'call-without-result.*under keep',
    change(repair, made, made.replace('{ edits }', '{ edits: edits.slice(1) }')),
  ),
  onFixtures(
    'invert restores',
    'call-without-result.*under keep',
    change(
      'core/src/engine/diff/invert.ts',
      'return { edits: sortEdits(plan.edits.map((edit, index) => invertEdit(edit, at(places, index)))) }',
      'return { edits: [] }',
    ),
  ),
  onFixtures(
    'a stale plan is refused',
    'call-without-result.*under keep',
    change(
      'core/src/engine/diff/apply.ts',
      'if (!isOwn && edit.beside !== fingerprintOf(list[index])) throw stale(edit)',
      '',
    ),
  ),
  onFixtures(
    'inverting twice is nothing',
    'call-without-result.*under keep',
    change(
      'core/src/engine/diff/invert.ts',
      "return { do: 'insert', at, value: edit.value, beside: edit.beside, why }",
      "return { do: 'insert', at, value: edit.value, beside: edit.beside, why: [why, 'again'].join() }",
    ),
  ),
  onFixtures(
    'bytes are mended as objects are',
    'call-without-result.*under keep',
    change(
      'core/src/bytes-door.ts',
      ': unwrap(applyBytes(bytes, report.plan)), report, ...told }',
      ': unwrap(applyBytes(bytes, report.plan)), report: { ...report, found: [] }, ...told }',
    ),
  ),
  onFixtures(
    'the same buffer',
    'sound: ',
    change(
      'core/src/bytes-door.ts',
      "if (state === 'sound') return { choice, seen, bytes, report: soundReport }",
      "if (state === 'sound') return { choice, seen, bytes: bytes.slice(), report: soundReport }",
    ),
  ),
  onFixtures(
    'and all that tells formats apart',
    'sound: ',
    change(
      'core/src/bytes/sketch/merge-picks.ts',
      'return picks.reduce(merge, {})',
      'return picks.slice(0, 1).reduce(merge, {})',
    ),
  ),
  onFixtures(
    'a document whose picks are plain has no fault',
    'empty-error-result',
    change('core/src/formats/anthropic-messages/picks.ts', '    is_error: kind,\n', ''),
  ),
]
