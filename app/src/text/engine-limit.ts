/** The limit of Node that a document is beyond, as a sentence: how deep a stack and how long a string may be. */
export function engineLimit(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  const isRange = thrown instanceof RangeError
  if (isRange && thrown.message.includes('call stack')) return 'The document is nested too deeply to be read.'
  const isTooLong = 'code' in thrown && thrown.code === 'ERR_STRING_TOO_LONG'
  if (isTooLong || (isRange && thrown.message.includes('string length')))
    return 'The document is too large: 512 MB of text is the limit.'
  if (isRange && /Memory\.grow|allocation failed|"size" is out of/.test(thrown.message))
    return 'The document is too large: it does not fit into memory.'
  return undefined
}
