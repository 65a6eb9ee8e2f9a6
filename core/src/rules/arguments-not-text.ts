import { usableArguments } from '../engine/for-rules/arguments.ts'
import type { Joint } from '../model/joint.ts'
import { isObject } from '../model/json.ts'
import type { Rule } from '../model/rule.ts'
import type { Call, Part } from '../model/transcript.ts'
import type { Words } from '../model/words.ts'

/** Where arguments are JSON in a string, some APIs refuse any other value before they look at the JSON. */
export const argumentsNotText: Rule = {
  name: 'arguments-not-text',
  title: 'A call has arguments that are not a string',
  text: {
    usual: 'The arguments of `{id}` {name} are not JSON in a string.',
    'name-alone':
      'Call `{id}` has the name {name} alone, where an object with its name and arguments belongs.',
  },
  stage: 'after',
  isPlaceless: true,
  *detect({ pairs }) {
    for (const { call, turn } of pairs.joints.filter(isWrong)) {
      yield {
        turn,
        part: call,
        variant: variantOf(call),
        values: { given: kindOf(call.arguments) },
        intents: [{ do: 'set', on: call, fact: 'arguments', value: usableArguments(call) }],
      }
    }
  },
}

/** The words for a person about this fault. */
export const words: Words = {
  happened:
    'The arguments of a call are an object or are missing, and this API wants JSON in a string. This happens when a conversation comes from an API that keeps arguments as an object.',
  todo: 'Repair the conversation. The arguments are written as JSON in a string.',
}

function isWrong({ call }: Joint): boolean {
  return isSuspect(call) && call.changed?.has('arguments') !== true
}

function variantOf({ arguments: given, form }: Call): string {
  if (form === 'name-alone') return form
  return given === undefined ? 'absent' : 'given'
}

function isSuspect(part: Part): boolean {
  return part.kind === 'call' && part.form !== 'json-text' && part.form !== 'broken-text'
}

function kindOf(given: unknown): string {
  if (given === null) return 'null'
  return isObject(given) ? 'an object' : Array.isArray(given) ? 'an array' : `a ${typeof given}`
}
