import * as core from '@mortise/core'
import * as aiSdkEntry from '@mortise/core/ai-sdk'
import { guard, guardFetch, watchGuards } from '@mortise/core/guard'
import * as aiSdk from '@mortise/core/guard/ai-sdk'
import * as langchain from '@mortise/core/guard/langchain'
import { toBeAccepted } from '@mortise/core/guard/matchers'
import * as chat from '@mortise/core/openai-chat'
import { describe, expect, test } from 'vitest'

/** Options as a program without types gives them. */
const wrong = (value: unknown): never => value as never

const document = [{ role: 'user', content: 'Hello.' }]
const bytes = new TextEncoder().encode(JSON.stringify(document))
const [book] = core.rulebooks
const read = (): Uint8Array => bytes
const fetching = async (): Promise<unknown> => undefined

const tail = '`tail` is `closed`, `rest` or `open`, not `opn`. Did you mean `open`?'
const notBytes = (name: string): string => `\`${name}\` takes bytes, as a \`Uint8Array\`.`
const notObject = (name: string): string => `The options of \`${name}\` are an object.`
const noOption = (name: string, option = 'ap', near = 'api'): string =>
  `\`${name}\` has no option \`${option}\`. Did you mean \`${near}\`?`

type Row = [door: string, call: () => unknown, sentence: string, code?: string]

/** A door that is told how a conversation ends, and may be told nothing. */
const tails = (name: string, call: (options: never) => unknown): readonly Row[] => [
  [name, () => call(wrong({ tail: 'opn' })), tail],
  [name, () => call(wrong({ tail: 5 })), '`tail` is `closed`, `rest` or `open`.'],
  [name, () => call(wrong(null)), notObject(name)],
  [name, () => call(wrong('open')), notObject(name)],
  [name, () => call(wrong({ tial: 'open' })), noOption(name, 'tial', 'tail')],
]

/** A door that is told which API it is for, and how to mend. */
const repairs = (name: string, call: (options: never) => unknown): readonly Row[] => [
  [name, () => call(wrong({ ap: 'openai' })), noOption(name)],
  [
    name,
    () => call(wrong({ api: 'openia', policy: 'kep' })),
    'There is no policy `kep` here. Did you mean `keep`?',
    'unknown-policy',
  ],
  [
    name,
    () => call(wrong({ api: 'openai', policy: { preset: 'keep', rows: { 'call-without-reslt': 'drop' } } })),
    'There is no rule `call-without-reslt` here. Did you mean `call-without-result`?',
    'unknown-rule',
  ],
]

const chooses = (name: string, call: (options: never) => unknown): readonly Row[] => [
  [
    name,
    () => call(wrong({ api: 'antropic' })),
    'There is no API `antropic` here. Did you mean `anthropic`?',
    'unknown-api',
  ],
  [name, () => call(wrong({ api: 5 })), 'There is no API `5` here.', 'unknown-api'],
  [name, () => call(wrong({ api: {} })), 'A rulebook has a `name`, a `format`, a `layout` and `rows`.'],
]

const rows: Row[] = [
  ...tails('scan', (options) => core.scan(document, 'openai', options)),
  ...tails('plan', (options) => core.plan(document, 'openai', 'keep', options)),
  ...tails('repair', (options) => core.repair(document, options)),
  ...tails('scanBytes', (options) => core.scanBytes(bytes, options)),
  ...tails('repairBytes', (options) => core.repairBytes(bytes, options)),
  ...tails('follow', (options) => core.follow(options)),
  ...tails('scanLines', (options) => core.scanLines(options)),
  ...tails('repairLines', (options) => core.repairLines(bytes, options)),
  ...tails('openCalls', (options) => core.openCalls(document, 'openai', options)),
  ...tails('guard', (options) => guard({}, options)),
  ...tails('guardFetch', (options) => guardFetch(fetching, options)),
  ...tails('guardMiddleware', (options) => aiSdk.guardMiddleware(options)),
  ...tails('repairModelMessages', (options) => aiSdk.repairModelMessages(document, options)),
  ...tails('repairUIMessages', (options) => aiSdk.repairUIMessages(document, options)),
  ...tails('guardMiddleware', (options) => langchain.guardMiddleware(options)),
  ...tails('repairMessages', (options) => langchain.repairMessages(document, options)),
  ...tails('toBeAccepted', (options) => toBeAccepted(document, 'openai', options)),
  ...tails('scan', (options) => chat.scan(document, 'openai', options)),
  ...tails('repair', (options) => aiSdkEntry.repair(document, options)),
  ...repairs('repair', (options) => core.repair(document, options)),
  ...repairs('repairBytes', (options) => core.repairBytes(bytes, options)),
  ...repairs('follow', (options) => core.follow(options)),
  ...repairs('repairLines', (options) => core.repairLines(bytes, options)),
  ...repairs('openLedger', (options) => core.openLedger(options)),
  ...repairs('compact', (options) => core.compact(document, wrong({ budget: 9, ...(options as object) }))),
  ...chooses('repair', (options) => core.repair(document, options)),
  ...chooses('repairBytes', (options) => core.repairBytes(bytes, options)),
  ...chooses('follow', (options) => core.follow(options)),
  ...chooses('repairLines', (options) => core.repairLines(bytes, options)),
  ...chooses('openLedger', (options) => core.openLedger(options)),
  ...chooses('guardFetch', (options) => guardFetch(fetching, options)),
  ['follow', () => core.follow(wrong({})), '`follow` needs the option `api`.'],
  ['follow', () => core.follow(wrong(undefined)), '`follow` needs the option `api`.'],
  [
    'followCompact',
    () => core.followCompact(wrong({ budget: 9 })),
    '`followCompact` needs the option `api`.',
  ],
  ['scanLines', () => core.scanLines(wrong({ read })), '`scanLines` needs the option `api`.'],
  ['scanLines', () => core.scanLines(wrong({ api: 'openai' })), '`scanLines` needs the option `read`.'],
  ['scanLines', () => core.scanLines(wrong({ api: 'openai', read: 5 })), '`read` is a function.'],
  ['repairLines', () => core.repairLines(bytes, wrong(undefined)), '`repairLines` needs the option `api`.'],
  ['repairLines', () => core.repairLines(wrong('[]'), { api: 'openai' }), notBytes('repairLines')],
  ['scanBytes', () => core.scanBytes(wrong('[]')), notBytes('scanBytes')],
  ['repairBytes', () => core.repairBytes(wrong(new Uint16Array(2))), notBytes('repairBytes')],
  [
    'scanBytes',
    () => core.scanBytes(bytes, wrong({ reader: 'wsm' })),
    '`reader` is `wasm` or `typescript`, not `wsm`. Did you mean `wasm`?',
  ],
  ['applyBytes', () => core.applyBytes(wrong(5), { edits: [] }), notBytes('applyBytes')],
  ['spliceBytes', () => core.spliceBytes(wrong(5), { edits: [] }), notBytes('spliceBytes')],
  ['splicesOf', () => core.splicesOf(wrong(5), { edits: [] }), notBytes('splicesOf')],
  ['applyUndo', () => core.applyUndo(wrong(5), wrong({})), notBytes('applyUndo')],
  ['applySplices', () => core.applySplices(bytes, wrong(5)), '`applySplices` takes a list of splices.'],
  [
    'applySplices',
    () => core.applySplices(bytes, wrong([5])),
    'A splice has a `start`, an `end` and bytes to `insert`.',
  ],
  ['lineSketcher', () => core.lineSketcher(wrong(5)), '`lineSketcher` takes a pick, an object.'],
  ['memberFinder', () => core.memberFinder(wrong('model')), '`memberFinder` takes a list of names.'],
  ['invert', () => core.invert(wrong(5)), '`invert` takes a plan, as `plan` and `repair` make it.'],
  [
    'invert',
    () => core.invert(wrong({ edits: [{ do: 'x', at: [] }] })),
    '`invert` takes a plan, as `plan` and `repair` make it.',
  ],
  [
    'compact',
    () => core.compact(document, wrong(null)),
    'Say how small it must be: by `budget` or by `fraction`.',
  ],
  ['compact', () => core.compact(document, wrong({ budgt: 9 })), noOption('compact', 'budgt', 'budget')],
  ['compact', () => core.compact(document, wrong({ budget: 9, tail: 'opn' })), tail],
  [
    'compact',
    () => core.compact(document, wrong({ budget: 9, keep: { systm: true } })),
    noOption('keep', 'systm', 'system'),
  ],
  [
    'compact',
    () => core.compact(document, wrong({ budget: 9, stages: ['cler'] })),
    'There is no stage `cler`; there are `shorten`, `clear`, `summarize`, `drop`, `cut`, `hide`. Did you mean `clear`?',
  ],
  ['estimateTokens', () => core.estimateTokens(wrong(5)), '`estimateTokens` takes a text.'],
  ['openLedger', () => core.openLedger(wrong(null)), notObject('openLedger')],
  [
    'openLedger',
    () => core.openLedger(wrong({ api: 'openai', snk: 5 })),
    noOption('openLedger', 'snk', 'sink'),
  ],
  [
    'openLedger',
    () => core.openLedger(wrong({ api: 'openai', request: 5 })),
    '`request` has to be an object, the members of a request.',
  ],
  ['memorySink', () => core.memorySink(wrong(5)), '`memorySink` takes the lines of a log, a list of texts.'],
  [
    'memorySink',
    () => core.memorySink(wrong([5])),
    '`memorySink` takes the lines of a log, a list of texts.',
  ],
  ['isDenied', () => core.isDenied(wrong(5), 'exec'), 'Denied tools are given as `deniedBy` makes them.'],
  ['isDenied', () => core.isDenied({ tools: [] }, wrong(5)), 'The name of a tool is a text.'],
  [
    'isResultDenied',
    () => core.isResultDenied(wrong(null), 'exec'),
    'Denied tools are given as `deniedBy` makes them.',
  ],
  ['deniedBy', () => core.deniedBy(wrong(null)), notObject('denying')],
  [
    'deniedBy',
    () => core.deniedBy(wrong({ tools: ['group:wb'] })),
    'There is no group of tools `group:wb` here. Did you mean `group:web`?',
  ],
  [
    'denying',
    () => core.denying(wrong(5), { tools: [] }),
    'A rulebook has a `name`, a `format`, a `layout` and `rows`.',
  ],
  [
    'denying',
    () => core.denying(wrong(book), wrong({ tool: ['exec'] })),
    noOption('denying', 'tool', 'tools'),
  ],
  ['denying', () => core.denying(wrong(book), wrong({})), '`denying` needs the option `tools`.'],
  [
    'denying',
    () => core.denying(wrong(book), { tools: [] }, wrong({ calls: 5 })),
    '`calls` has to be a list of names.',
  ],
  ['withFormats', () => core.withFormats(wrong(5)), '`withFormats` takes a list of formats.'],
  [
    'withFormats',
    () => core.withFormats(wrong([5])),
    'A format has a `name` and the functions that read and write its turns.',
  ],
  [
    'scanTurns',
    () => core.withFormats([]).scanTurns(wrong(5), 'openai', { load: read }),
    '`scanTurns` takes a list of turns.',
  ],
  [
    'scanTurns',
    () => core.withFormats([]).scanTurns([], 'openai', wrong({})),
    '`scanTurns` needs the option `load`.',
  ],
  [
    'readTranscript',
    () => core.readTranscript(document, wrong('openai-chat')),
    'A format has a `name` and the functions that read and write its turns.',
  ],
  ['describeRule', () => core.describeRule(wrong(5)), 'There is no rule `5` here.', 'unknown-rule'],
  [
    'describeRemedy',
    () => core.describeRemedy(wrong('drp')),
    '`remedy` is `mend`, `answer`, `text`, `drop`, `drop-turn`, `append` or `leave`, not `drp`. Did you mean `drop`?',
  ],
  [
    'describeEvidence',
    () => core.describeEvidence(wrong(5)),
    '`evidence` is `live`, `quoted`, `source`, `docs` or `reported`.',
  ],
  ['describeLayout', () => core.describeLayout(wrong(5)), '`describeLayout` takes the layout of a rulebook.'],
  ['describeLimits', () => core.describeLimits(wrong(null)), '`describeLimits` takes a row of a rulebook.'],
  ['printPlace', () => core.printPlace(wrong(5)), 'A place is a list of names and positions.'],
  [
    'plan',
    () => core.plan(document, 'openai', wrong({ preset: 'keep', row: {} })),
    'A policy has no member `row`. Did you mean `rows`?',
  ],
  [
    'plan',
    () => core.plan(document, 'openai', wrong({ preset: 'keep', rows: { 'empty-text': 'drp' } })),
    'There is no remedy `drp` here. Did you mean `drop`?',
  ],
  [
    'plan',
    () => core.plan(document, 'openai', wrong({ name: 'own', rows: {}, otherwise: 'mend' })),
    'The `asks` of a policy are a list of rules.',
  ],
  ['guardFetch', () => guardFetch(wrong({})), '`guardFetch` guards a function, such as `fetch`.'],
  ['guardFetch', () => guardFetch(fetching, wrong({ retry: 'yes' })), '`retry` has to be true or false.'],
  ['guardFetch', () => guardFetch(fetching, wrong({ onRepair: 5 })), '`onRepair` is a function.'],
  ['watchGuards', () => watchGuards(wrong(5)), '`watchGuards` calls a function.'],
  ['guard', () => guard(wrong(5)), 'This is no client that can be guarded.', 'unknown-client'],
  [
    'toBeAccepted',
    () => toBeAccepted(document, wrong(5)),
    'A rulebook has a `name`, a `format`, a `layout` and `rows`.',
  ],
]

describe('wrong options are refused in one sentence', () => {
  test.each(rows)('%s: %#', (_, call, message, code = 'bad-option') => {
    expect(refusalOf(call)).toEqual({ name: 'MortiseError', code, message })
  })

  test.each([
    ['no options', null, notObject('chooseApi'), 'bad-option'],
    ['an unknown option', { ap: 'openai' }, noOption('chooseApi'), 'bad-option'],
    ['a format of no kind', { format: 5 }, '`format` has to be the name of a format.', 'bad-option'],
    [
      'an unknown format',
      { format: 'openai-chta' },
      'There is no format `openai-chta` here. Did you mean `openai-chat`?',
      'unknown-format',
    ],
  ])('chooseApi tells it in its outcome: %s', (_, wanted, message, code) => {
    const outcome = core.chooseApi(document, wrong(wanted))
    expect(outcome).toMatchObject({ ok: false, error: { name: 'MortiseError', code, message } })
  })

  test.each([
    ['no object', null, notObject('run')],
    ['an unknown option', { timout: 5 }, noOption('run', 'timout', 'timeout')],
    ['a timeout of no kind', { timeout: '5' }, '`timeout` has to be a number of milliseconds.'],
  ])('run rejects with it: %s', async (_, options, message) => {
    const turn = core.openLedger({ api: 'openai' }).turn({ role: 'assistant', content: 'Done.' })
    await expect(turn.run(() => 'ran', wrong(options))).rejects.toMatchObject({ code: 'bad-option', message })
  })

  test('a hint names all options', () => {
    const call = (): unknown => core.repair(document, wrong({ ap: 'openai' }))
    expect(call).toThrow(
      expect.objectContaining({ hint: 'Known options: api, format, policy, tail, memory' }),
    )
  })

  test('an option without a value is left out, whatever its name', () => {
    expect(core.repair(document, wrong({ api: undefined, other: undefined })).document).toBe(document)
  })

  test.each([5, null, undefined, {}, Object.create(null), Symbol('x'), new Error('Hm.')])(
    'explain throws for nothing: %#',
    (given) => {
      expect(core.explain(wrong(given)).matched).toBe(false)
    },
  )
})

function refusalOf(call: () => unknown): unknown {
  try {
    call()
  } catch (error) {
    const { name, code, message } = error as core.MortiseError
    return { name, code, message }
  }
  return 'nothing was thrown'
}
