import { fieldsOf, isFields } from '../oracle/request.ts'

/** The members that name the call of a result, in every format. */
const names = ['tool_use_id', 'tool_call_id', 'toolUseId', 'toolCallId', 'call_id', 'id']

/** What answers a call in a repaired document, as one text: the smallest value that names it and is no call. */
export function resultOf(value: unknown, id: string): string {
  if (Array.isArray(value)) return value.map((each) => resultOf(each, id)).join('')
  if (!isFields(value)) return ''
  const isCall = ['input', 'args', 'arguments', 'function'].some((name) => value[name] !== undefined)
  const isResult = !isCall || value.type === 'tool-result'
  if (isResult && names.some((name) => value[name] === id)) return JSON.stringify(value)
  return Object.values(fieldsOf(value))
    .map((each) => resultOf(each, id))
    .join('')
}
