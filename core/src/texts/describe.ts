import { isObject } from '../model/json.ts'
import { oneOf } from '../model/option-checks.ts'
import { badOption, type OptionCheck } from '../model/options.ts'
import type { Remedy } from '../model/policy.ts'
import type { Condition, Evidence, Layout, Row } from '../model/rulebook.ts'

/** How good the record behind a row is, in a few words. */
export function describeEvidence(evidence: Evidence): string {
  isEvidence(evidence, 'evidence')
  return evidences[evidence]
}

/** The act of each remedy, in a few words. */
export function describeRemedy(remedy: Remedy): string {
  isRemedy(remedy, 'remedy')
  return remedies[remedy]
}

/** The places that an API demands for calls and results, a sentence for each demand. */
export function describeLayout(layout: Layout): readonly string[] {
  if (!isObject(layout)) throw badOption('`describeLayout` takes the layout of a rulebook.')
  const { merges, answers, lead, together, callsLast, unique, positional, compared, alone, alternates } =
    layout
  return [
    merges && 'Neighbours of one speaker count as one turn.',
    places[answers],
    lead && 'Results stand before anything else in their turn.',
    togethers[together],
    alone && 'Results have a turn to themselves.',
    callsLast && 'Nothing but calls follows a call in its turn.',
    scopes[unique],
    positional && 'Ids may be left out: results then belong to calls by their order and names.',
    compared && 'Ids that are there are compared.',
    alternates !== undefined && alternations[alternates],
  ].filter((sentence) => sentence !== false && sentence !== undefined)
}

/** The limits of a row, each in a few words. */
export function describeLimits(row: Row): readonly string[] {
  if (!isObject(row)) throw badOption('`describeLimits` takes a row of a rulebook.')
  const {
    pattern,
    prefixes,
    maximum,
    ofMany,
    speakers,
    refusedRole,
    members,
    blank,
    besideCalls,
    within,
    reasoning,
    when,
    adviceWhen,
    adviceOf,
  } = row
  return [
    pattern !== undefined && `must match \`${pattern}\``,
    prefixes !== undefined &&
      `begins with ${Object.values(prefixes)
        .map((begin) => `\`${begin}\``)
        .join(', ')}`,
    maximum !== undefined && `at most ${maximum}`,
    ofMany !== undefined && `at most ${ofMany.maximum} where there are more than ${ofMany.most}`,
    speakers !== undefined && `speakers: ${speakers.join(', ')}`,
    refusedRole !== undefined && `without the role \`${refusedRole}\``,
    members !== undefined && `members: ${members.join(', ')}`,
    blank === true && 'white space counts as empty',
    besideCalls === true && 'beside calls too',
    within === true && 'inside results too',
    reasoning !== undefined && reasonings[reasoning],
    when !== undefined && `only ${conditions(when)}`,
    adviceWhen !== undefined && `only advice ${conditions(adviceWhen)}`,
    adviceOf !== undefined && `some kinds only advice ${conditions(Object.values(adviceOf).flat())}`,
  ].filter((limit) => limit !== false)
}

const reasonings: Readonly<Record<NonNullable<Row['reasoning']>, string>> = {
  'open-loop': 'at the head of the tool loop that is still open',
  'every-call': 'in every turn with calls',
  'every-round': 'in every turn with calls; as advice, in the others of the same round',
}

const evidences: Readonly<Record<Evidence, string>> = {
  live: 'the refusal was recorded from the API itself',
  quoted: 'the API’s error text is quoted in a report',
  source: 'it stands in the source of the API',
  docs: 'the documentation of the API says so',
  reported: 'it was told in words',
}

const remedies: Readonly<Record<Remedy, string>> = {
  mend: 'the rule’s own remedy',
  answer: 'the call gets an error result that says none was recorded',
  text: 'it is kept as labelled text; what only repeats goes',
  drop: 'it goes, never leaving a partner behind',
  'drop-turn': 'the whole turn of the model goes, with its results',
  append: 'a user turn at the end lets the model go on',
  leave: 'nothing is changed',
}

const isEvidence: OptionCheck = /* @__PURE__ */ oneOf(/* @__PURE__ */ Object.keys(evidences))
const isRemedy: OptionCheck = /* @__PURE__ */ oneOf(/* @__PURE__ */ Object.keys(remedies))

const places: Readonly<Record<Layout['answers'], string>> = {
  next: 'Results stand in the turn right after their calls.',
  adjacent: 'Results stand in the unbroken run of results right after their calls.',
  exchange: 'Results stand after their calls, before anyone but the model and its tools speaks.',
  anywhere: 'Results are tied to their calls by id alone, wherever they stand.',
}

const togethers: Readonly<Record<Layout['together'], string | undefined>> = {
  must: 'The results of one turn stand together in one turn.',
  should: 'The results of one turn better stand together in one turn.',
  free: undefined,
}

const scopes: Readonly<Record<Layout['unique'], string>> = {
  turn: 'A call id is used once in a turn.',
  request: 'A call id is used once in the whole request.',
  free: 'Call ids may repeat.',
}

const alternations: Readonly<Record<NonNullable<Layout['alternates']>, string>> = {
  turns: 'User and model take turns.',
  speech: 'User and model take turns; calls and results do not count.',
}

function conditions(list: readonly Condition[]): string {
  return list.map(conditionWords).join(' or ')
}

function conditionWords({ model, thinking }: Condition): string {
  const parts = [
    model !== undefined && `for models that match \`${model}\``,
    thinking !== undefined && `with thinking ${thinking ? 'on' : 'off'}`,
  ]
  return parts.filter((part) => part !== false).join(' ')
}
