import {
  chooseApi,
  convert,
  describeRule,
  explain,
  type Finding,
  MortiseError,
  type PolicyName,
  printJson,
  type Rulebook,
  repair,
  rulebooks,
  scan,
} from '@mortise/core'

/** A pasted text, and what is wanted of it. */
export interface PasteWish {
  readonly text: string
  /** The API that it is mended for; if left out, its own. */
  readonly api?: string
  readonly policy?: PolicyName
  /** The API whose format it is converted to. */
  readonly to?: string
}

/** One API, and what it would say. */
export interface PasteVerdict {
  readonly api: string
  readonly title: string
  readonly format: string
  /** The findings of the document as it is; empty for APIs of other formats. */
  readonly found: readonly PasteFinding[]
  /** For an API of another format: whether the document can be written for it, and how much is lost. */
  readonly converted?: { readonly isSound: boolean; readonly lost: number }
}

interface PasteFinding extends Finding {
  readonly title: string
}

/** The answer about a pasted text. */
export interface PasteAnswer {
  readonly format: string
  readonly api: string
  readonly because: string
  readonly verdicts: readonly PasteVerdict[]
  /** The document, mended for the API. */
  readonly mended: {
    readonly text: string
    readonly edits: readonly {
      readonly do: string
      readonly at: string
      readonly rule: string
      readonly title: string
    }[]
    readonly left: readonly PasteFinding[]
  }
  readonly converted?: {
    readonly api: string
    readonly format: string
    readonly text: string
    readonly lost: readonly { readonly at: string; readonly what: string }[]
  }
}

/** Judges a pasted conversation for every API, mends it, and converts it; a pasted error is refused with its meaning. */
export function judgePaste({ text, api, policy = 'keep', to }: PasteWish): PasteAnswer {
  const document = documentIn(text)
  const choice = chooseApi(document)
  if (!choice.ok) throw choice.error
  const { format, rulebook, because } = choice.value
  const own = apis.find(({ name }) => name === (api ?? rulebook.name)) ?? rulebook
  const target = own.format === format.name ? own : rulebook
  const { document: mended, report } = repair(document, { api: target, policy })
  return {
    format: format.title,
    api: target.name,
    because,
    verdicts: apis.map((each) => verdictOf(document, each, format.name)),
    mended: {
      text: printed(mended),
      edits: report.plan.edits.map(({ do: act, at, why }) => ({
        do: act,
        at: at.join('.'),
        rule: why,
        title: describeRule(why).title,
      })),
      left: report.left.map(titled),
    },
    ...(to === undefined ? {} : { converted: conversionTo(document, to) }),
  }
}

/** The APIs, each once: one name may stand for several formats. */
const apis: readonly Rulebook[] = rulebooks.filter(({ name }) => name !== 'everywhere')

function verdictOf(document: unknown, api: Rulebook, format: string): PasteVerdict {
  const head = { api: api.name, title: api.title, format: api.format }
  if (api.format === format) return { ...head, found: scan(document, api).map(titled) }
  try {
    const { report } = convert(document, { to: api.format, api })
    const isSound = !report.left.some(({ severity }) => severity === 'refused')
    return { ...head, found: [], converted: { isSound, lost: report.lost.length } }
  } catch (thrown) {
    if (!(thrown instanceof MortiseError)) throw thrown
    return { ...head, found: [], converted: { isSound: false, lost: 0 } }
  }
}

function conversionTo(document: unknown, name: string): NonNullable<PasteAnswer['converted']> {
  const api = apis.find((each) => each.name === name)
  if (api === undefined) throw new MortiseError('unknown-api', `There is no API \`${name}\` here.`)
  const { document: made, report } = convert(document, { to: api.format, api })
  return {
    api: name,
    format: api.format,
    text: printed(made),
    lost: report.lost.map(({ at, what }) => ({ at: at.join('.'), what })),
  }
}

function titled(finding: Finding): PasteFinding {
  return { ...finding, title: describeRule(finding.rule).title }
}

function printed(document: unknown): string {
  return JSON.stringify(JSON.parse(printJson(document)), null, 2)
}

/** Reads JSON, or JSON Lines as a list; an error in its place is explained. */
function documentIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Perhaps lines.
  }
  try {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    if (lines.length > 1) return lines.map((line): unknown => JSON.parse(line))
  } catch {
    // Perhaps an error.
  }
  const { matched, sentence, happened, todo } = explain(text)
  if (matched) throw new MortiseError('an-error', `${sentence} ${happened} ${todo}`)
  throw new MortiseError('not-a-conversation', 'This is neither JSON nor JSON Lines.')
}
