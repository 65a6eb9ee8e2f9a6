import type { ApiChoice } from '../model/api-name.ts'
import type { Loss } from '../model/converter.ts'
import type { Plan } from '../model/edit.ts'
import type { Finding } from '../model/finding.ts'
import type { Neutral } from '../model/neutral-answer.ts'
import { anyValue, isFormatName, isYesOrNo, ofKind, oneOf } from '../model/option-checks.ts'
import type { OptionTable } from '../model/options.ts'
import { checkPolicy, type PolicyChoice } from '../model/policy.ts'
import { isSignatureWay, type SignatureWay } from './signature-store.ts'

/** The kind of a document: a request to a model, its answer, or an error in place of one. */
export type DocumentKind = Neutral['as']

export interface ConvertOptions {
  /** The format of the document; absent: as it is recognised. */
  readonly from?: string | undefined
  /** The API that the document was for; absent: as `chooseApi` decides. */
  readonly fromApi?: ApiChoice | undefined
  /** The format to write. */
  readonly to: string
  /** The API that the new document is for; absent: the one that serves its model, else, and in the same format, the first party. */
  readonly api?: ApiChoice | undefined
  /** The kind of the document; absent: as it is recognised. */
  readonly as?: DocumentKind | undefined
  readonly policy?: PolicyChoice | undefined
  /** The name of the model in the new document; absent: it stays as written. */
  readonly model?: string | undefined
  /** The `names` of the report on a request: an answer to it gets the names back that its client knows. */
  readonly names?: Readonly<Record<string, string>> | undefined
  /** The `ids` of the report on a request: on the way back, calls and results get the ids again that its client knows. */
  readonly ids?: Readonly<Record<string, string>> | undefined
  /** The `plainText` of the report on a request: in an answer to it, calls of these tools get their words back. */
  readonly plainText?: readonly string[] | undefined
  /** The words that a message holds beside results go to the end of its last result; absent: they are a turn of the user. */
  readonly wordsIntoResults?: boolean | undefined
  /** How signatures of calls travel in answers to a client and in its next request; in ids unless said otherwise. */
  readonly signatures?: SignatureWay | undefined
}

export interface ConvertReport {
  /** The faults of the source, in the eyes of its API. */
  readonly found: readonly Finding[]
  /** The edits that paired and arranged the source, and those that made the target acceptable. */
  readonly plans: readonly [source: Plan, target: Plan]
  /** Everything that the target cannot carry; `at` is a place in the source. */
  readonly lost: readonly Loss[]
  /** The faults of the target that are left. */
  readonly left: readonly Finding[]
  /** The names of tools that the target forbids, each with the name that was written in its place. */
  readonly names: Readonly<Record<string, string>>
  /** The tools of a request that its provider alone runs: the target has nothing in their place. */
  readonly lostTools: readonly string[]
  /** The tools of a request that take plain text, by the names that the client gave them. */
  readonly plainText: readonly string[]
  /** The ids that the target forbids: those that were written, each with the one that it stands for. */
  readonly ids: Readonly<Record<string, string>>
}

export interface Converted {
  readonly document: unknown
  readonly report: ConvertReport
  /** The kind that the document was taken for, and the names of both APIs. */
  readonly as: DocumentKind
  readonly from: { readonly format: string; readonly api: string }
  readonly to: { readonly format: string; readonly api: string }
}

/** Writes a document of one format as one of another. */
export type Convert = (document: unknown, options: ConvertOptions) => Converted

const documentKinds: readonly DocumentKind[] = ['request', 'answer', 'error']

export const convertOptions: OptionTable = {
  from: isFormatName,
  fromApi: anyValue,
  to: isFormatName,
  api: anyValue,
  as: /* @__PURE__ */ oneOf(documentKinds),
  policy: checkPolicy,
  model: /* @__PURE__ */ ofKind('the name of a model', (value) => typeof value === 'string' && value !== ''),
  ids: /* @__PURE__ */ ofKind('the `ids` of a report', isNames),
  signatures: isSignatureWay,
  wordsIntoResults: isYesOrNo,
  names: /* @__PURE__ */ ofKind('the `names` of a report', isNames),
  plainText: /* @__PURE__ */ ofKind('a list of names', Array.isArray),
}

function isNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((name) => typeof name === 'string')
}
