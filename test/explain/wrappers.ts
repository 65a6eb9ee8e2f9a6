/** Puts an API's sentence into what a relay or a program makes of it. */
export type Wrap = (says: string) => string

const json = JSON.stringify

const anthropicBody = (says: string): unknown => ({
  type: 'error',
  error: { type: 'invalid_request_error', message: says },
  request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
})

/** Prints a value as Python does. */
function pythonRepr(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'string') {
    const body = value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
    return value.includes("'") && !value.includes('"') ? `"${body}"` : `'${body.replaceAll("'", "\\'")}'`
  }
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value as object)
  return `{${members.map(([key, member]) => `'${key}': ${pythonRepr(member)}`).join(', ')}}`
}

/** How relays wrap errors, each after a body or a line on record. */
export const wrappers: Readonly<Record<string, Wrap>> = {
  LiteLLM: (says) => `litellm.BadRequestError: AnthropicException - ${json(anthropicBody(says))}`,
  'LiteLLM, plain': (says) =>
    `litellm.BadRequestError: OpenAIException - ${says}. Received Model Group=gpt-5\nAvailable Model Group Fallbacks=None`,
  'LiteLLM, bytes': (says) => `litellm.BadRequestError: AnthropicException - b'${json(anthropicBody(says))}'`,
  OpenRouter: (says) =>
    json({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: json(anthropicBody(says)), provider_name: 'Anthropic' },
      },
      user_id: 'user_2x',
    }),
  Vertex: (says) =>
    json([{ error: { code: 400, message: json(anthropicBody(says)), status: 'INVALID_ARGUMENT' } }]),
  'Vertex through Antigravity': (says) =>
    json({ error: { message: json({ error: { code: 400, message: json(anthropicBody(says)) } }) } }),
  Copilot: (says) => json({ error: { message: says, code: 'invalid_request_body' } }),
  Bedrock: (says) => `ValidationException: The model returned the following errors: ${says}`,
  'Bedrock through boto3': (says) =>
    `An error occurred (ValidationException) when calling the Converse operation: ${says}`,
  'new-api': (says) =>
    json({
      error: {
        message: `${says} (request id: 20260115093012345678901abcdEFG)`,
        type: 'upstream_error',
        code: 400,
      },
    }),
  Dify: (says) =>
    `PluginInvokeError: ${json({ args: { description: `[models] Bad Request Error, ${json(anthropicBody(says))}` }, error_type: 'InvokeBadRequestError', message: '' })}`,
  SDK: (says) =>
    `BadRequestError: 400 ${json(anthropicBody(says))}\n    at APIError.generate (error.ts:54:14)`,
  'Python repr': (says) => `anthropic.BadRequestError: Error code: 400 - ${pythonRepr(anthropicBody(says))}`,
  'Claude Code': (says) => `  ⎿  API Error: 400 ${json(anthropicBody(says))}`,
  'a page': (says) => `<p>${says.replaceAll('"', '&quot;').replaceAll("'", '&#39;')}</p>`,
  'a word processor': (says) => says.replace(/'([^']*)'/g, '‘$1’').replace(/"([^"]*)"/g, '“$1”'),
  'colours of a terminal': (says) =>
    `\u001b[31m\u001b[1mError\u001b[22m: ${says.replaceAll(' ', ' \u001b[0m')}\u001b[39m`,
  'a box in a terminal': (says) => {
    const lines = wrapAt(says, 56).map((line) => `│ ${line.padEnd(56)} │`)
    return [`╭${'─'.repeat(58)}╮`, ...lines, `╰${'─'.repeat(58)}╯`].join('\n')
  },
  'lines of sixty columns': (says) => wrapAt(says, 60).join('\n'),
  'a body in lines of sixty columns': (says) => wrapAt(json(anthropicBody(says)), 60).join('\n'),
  'words in lines': (says) => says.replace(/(.{20,40}) /g, '$1\n    '),
  'a log': (says) =>
    `2026-01-15T09:30:12Z ERROR [agent] request failed err=${json(says)} attempt=2 retry=false`,
  'upper case, no quotes': (says) => says.toUpperCase().replace(/[`'"]/g, ''),
}

/** Cuts a text into lines of one width, inside of words too. */
export function wrapAt(text: string, width: number): readonly string[] {
  return text.match(new RegExp(`[\\s\\S]{1,${width}}`, 'g')) ?? []
}

/** What a shell makes of a text in double quotes: words in backticks are run, and gone. */
export function withoutBackticked(text: string): string {
  return text.replace(/`[^`]*`/g, '')
}
