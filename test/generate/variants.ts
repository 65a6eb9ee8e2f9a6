import { oddValues } from './odd-values.ts'

/** Members that one API or another knows; any of them may turn up in any object. */
export const strangeMembers: readonly string[] = [
  'annotations',
  'arguments',
  'audio',
  'cache_control',
  'cachePoint',
  'call_id',
  'content',
  'custom',
  'function',
  'function_call',
  'functionCall',
  'functionResponse',
  'id',
  'input',
  'is_error',
  'metadata',
  'name',
  'output',
  'parts',
  'prefix',
  'providerExecuted',
  'reasoning_content',
  'refusal',
  'role',
  'signature',
  'state',
  'status',
  'text',
  'thinking',
  'thought',
  'thoughtSignature',
  'timestamp',
  'tool_call_id',
  'tool_calls',
  'tool_name',
  'tool_use_id',
  'toolCallId',
  'toolName',
  'toolResult',
  'toolUse',
  'type',
]

// Every name with every value would be most of the work and find the least.
const strangeValues: readonly unknown[] = [null, '', 'a b/c', 'cut \ud83d', 0, [], {}, [{}], { name: 'a b' }]

/** The same document, with one thing in it left out, said twice, changed to an odd value, or with one member more. */
export function* variantsOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) yield* listVariants(value)
  else if (typeof value === 'object' && value !== null) yield* objectVariants(value as Fields)
}

type Fields = Readonly<Record<string, unknown>>

function* listVariants(list: readonly unknown[]): Generator<unknown> {
  for (const [index, item] of list.entries()) {
    const put = (...items: unknown[]): unknown[] => [
      ...list.slice(0, index),
      ...items,
      ...list.slice(index + 1),
    ]
    yield put()
    yield put(item, item)
    for (const odd of oddValues) yield put(odd)
    for (const other of variantsOf(item)) yield put(other)
  }
}

function* objectVariants(fields: Fields): Generator<unknown> {
  for (const [key, child] of Object.entries(fields)) {
    const { [key]: _, ...rest } = fields
    yield rest
    for (const odd of oddValues) yield { ...fields, [key]: odd }
    for (const other of variantsOf(child)) yield { ...fields, [key]: other }
  }
  for (const name of strangeMembers) {
    if (Object.hasOwn(fields, name)) continue
    for (const odd of strangeValues) yield { ...fields, [name]: odd }
  }
}

/** The same document, with each thing in it in turn replaced by another. */
export function* replacements(value: unknown, other: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    const put = (given: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), given) : { ...value, [key]: given }
    yield put(other)
    for (const changed of replacements(child, other)) yield put(changed)
  }
}
