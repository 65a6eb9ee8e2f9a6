import { anyValue, isFunction, isTail, isYesOrNo, ofKind } from './option-checks.ts'
import {
  badOption,
  checkOptions,
  didYouMean,
  type OptionCheck,
  type OptionTable,
  shown,
  unknownName,
} from './options.ts'
import { MortiseError } from './outcome.ts'
import { checkPolicy } from './policy.ts'
import { checkRulebook } from './rulebook-check.ts'

/** The checks of options that packages built on this one share. */
export interface OptionChecks {
  /** Refuses options that a function does not know, lacks or cannot read, in one sentence. */
  readonly check: (owner: string, options: unknown, table: OptionTable) => void
  /** A value of one kind, which `wanted` names. */
  readonly ofKind: (wanted: string, isOfKind: (value: unknown) => boolean) => OptionCheck
  /** The name of an API, one of `known`, or a rulebook of one's own. */
  readonly isApiAmong: (known: readonly string[]) => OptionCheck
  readonly anyValue: OptionCheck
  readonly isTail: OptionCheck
  readonly isPolicy: OptionCheck
  readonly isFunction: OptionCheck
  readonly isYesOrNo: OptionCheck
  /** The error for a value that cannot be used. */
  readonly badOption: (message: string, hint?: string) => MortiseError
  /** The error for a name that is not known: `told` is its sentence, to which a question for the nearest name is added. */
  readonly unknownName: (
    code: string,
    told: (shown: string) => string,
    name: unknown,
    known: readonly string[],
  ) => MortiseError
}

/** The checks of options that `mortise` shares with this package. */
export const optionChecks: OptionChecks = {
  check: checkOptions,
  ofKind,
  isApiAmong: (known) => (value) => {
    if (typeof value === 'object') checkRulebook(value)
    else if (typeof value !== 'string' || !known.includes(value)) throw unknownName('API', value, known)
  },
  anyValue,
  isTail,
  isPolicy: checkPolicy,
  isFunction,
  isYesOrNo,
  badOption,
  unknownName: (code, told, name, known) =>
    new MortiseError(code, `${told(`\`${shown(name)}\``)}${didYouMean(name, known)}`, {
      hint: `Known names: ${known.join(', ')}`,
    }),
}
