const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** An id after a word for a session, in the name of a session file, or of a shape that only sessions have. */
const named = new RegExp(
  `\\b(?:session|resume|conversation|thread|rollout)(?:(?!request)[^\\n]){0,60}?\\b(${uuid})\\b`,
  'i',
)
const inFile = new RegExp(`\\b(${uuid})\\.jsonl`, 'i')
const ofShape = /\b(ses_[A-Za-z0-9]{12,40})\b/

/** The id of the session that a text names. */
export function quotedSession(text: string): string | undefined {
  return (named.exec(text) ?? inFile.exec(text) ?? ofShape.exec(text))?.[1]
}

/** Words that only coding agents print around an error, or in it. */
const agentWords: readonly RegExp[] = [
  /\bAPI Error: (?:\d{3}\b|Overloaded)/,
  /\/rewind\b|\/compact\b|Please run \/login/,
  /\b(?:claude|codex|opencode|openclaw|pi) (?:--)?(?:resume|continue)\b/,
  /\bstream error: unexpected status \d{3}/,
  /\bunexpected status \d{3} [A-Z][a-z]+/,
  /\.(?:claude|codex|openclaw|neovate|opencode|pi)\/[\w./-]*sessions?\b|\.claude\/projects\b/,
  /\bin conversation history\b/,
  /\bSession (?:file is corrupted|transcript parent entry)/,
  /\bNo (?:saved session|conversation) found\b|\balready has an active writer\b/,
]

/** Whether a coding agent printed a text. */
export function isFromAgent(text: string): boolean {
  return agentWords.some((words) => words.test(text))
}
