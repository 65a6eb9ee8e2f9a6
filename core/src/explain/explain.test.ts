import { expect, test } from 'vitest'
import { explain } from './explain.ts'

const unanswered =
  'messages.3: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_b2, bash-Zz. Each `tool_use` block must have a corresponding `tool_result` block in the next message.'

test('a sentence is recognised, and what it names', () => {
  expect(explain(unanswered)).toEqual({
    matched: true,
    rules: [
      'call-without-result',
      'result-not-leading',
      'call-not-last',
      'results-split',
      'result-out-of-place',
    ],
    ids: ['toolu_b2', 'bash-Zz'],
    place: 'messages.3',
    apis: ['anthropic', 'anthropic-strict', 'bedrock'],
    sentence: unanswered,
    happened: expect.stringContaining('called a tool'),
    todo: expect.stringContaining('several faults'),
    next: 'repair',
    errors: [expect.objectContaining({ sentence: unanswered })],
    isCut: false,
    isFromAgent: false,
  })
})

test('the words in backticks may be gone', () => {
  const shell =
    'messages.3:  ids were found without  blocks immediately after: toolu_b2. Each  block must have a corresponding  block in the next message.'
  expect(explain(shell)).toMatchObject({
    rules: explain(unanswered).rules,
    ids: ['toolu_b2'],
    place: 'messages.3',
  })
})

test('several sentences mean the rules of all, and the same words are read once', () => {
  const two = `${unanswered}\nmessages.0.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: toolu_o1.`
  const { rules, ids } = explain(two)
  expect(rules).toContain('result-without-call')
  expect(rules).not.toContain('hosted-result-without-call')
  expect(ids).toEqual(['toolu_b2', 'bash-Zz', 'toolu_o1'])
})

test.each<[text: string, ids: readonly string[], place: string | undefined]>([
  [
    "Invalid parameter: 'tool_call_id' of 'Search results' not found in 'tool_calls' of previous message.",
    ['Search results'],
    undefined,
  ],
  [
    'The following tool_call_ids did not have response messages: call_a, TaskOutput:79',
    ['call_a', 'TaskOutput:79'],
    undefined,
  ],
  ['tool_call_ids did not have response messages: message[3].role', [], 'message[3]'],
  ["Invalid 'messages[2].tool_calls[0].id': string too long. Expected", [], 'messages[2].tool_calls[0]'],
  ["Missing required parameter: 'input[1].call_id'.", [], 'input[1]'],
  ['messages.137.content.0.thinking.signature: Field required', [], 'messages.137.content.0'],
  [
    "invalid params, tool result's tool id(call_function_g0_1) not found (2013)",
    ['call_function_g0_1'],
    undefined,
  ],
  ['Tool results are missing for tool calls tooluse_FG, tooluse_2t', ['tooluse_FG', 'tooluse_2t'], undefined],
  [
    'Expected toolResult blocks at messages.2.content for the following Ids: a-1, b-2',
    ['a-1', 'b-2'],
    'messages.2',
  ],
  [
    "Item 'fc_0a' of type 'function_call' was provided without its required 'reasoning' item: 'rs_0a'.",
    ['fc_0a', 'rs_0a'],
    undefined,
  ],
  ['functionResponse.id "b" does not match functionCall.id "a"', ['b', 'a'], undefined],
  ['Tool call id was abc_1 but must be a-z, A-Z, 0-9, with a length of 9.', ['abc_1'], undefined],
  [
    '* GenerateContentRequest.contents[2].parts[0].function_response.name: Name cannot be empty.',
    [],
    'GenerateContentRequest.contents[2].parts[0]',
  ],
  ['tool_call_id  is not found', [], undefined],
  ['No tool output found for function call call_abc.', ['call_abc'], undefined],
  ['No tool output found for local shell call call_Pj.', ['call_Pj'], undefined],
  ['No tool output found for function call call_Pj….', ['call_Pj'], undefined],
  ['Encrypted content item_id did not match the target item id.', [], undefined],
])('%s', (text, ids, place) => {
  expect(explain(text)).toMatchObject({ matched: true, ids })
  expect(explain(text).place).toBe(place)
})

test.each<[wrapped: string, sentence: string]>([
  [
    'litellm.BadRequestError: OpenAIException - Empty tool_calls is not supported in message. Received Model Group=x',
    'Empty tool_calls is not supported in message.',
  ],
  [
    "Error code: 400 - {'error': {'message': \"role 'tool' must be a response to a preceding message\"}}",
    "role 'tool' must be a response to a preceding message",
  ],
  [
    '\\"message\\":\\"Duplicate item found with id fc_77.\\",\\"type\\"',
    'Duplicate item found with id fc_77.',
  ],
  ['ssage": "text content is empty", "code": 400}}', 'text content is empty'],
  [
    '{"error":{"message":"No tool output found for function call call_1',
    'No tool output found for function call call_1',
  ],
  ['400 No tool output found for function call call_JB.', 'No tool output found for function call call_JB.'],
])('%s is unwrapped', (wrapped, sentence) => {
  expect(explain(wrapped)).toMatchObject({ matched: true, sentence })
})

test('the API that the text names comes first', () => {
  const says = "must be followed by tool messages responding to each 'tool_call_id'"
  expect(explain(says).apis[0]).toBe('openai')
  expect(explain(`litellm.BadRequestError: DeepseekException - ${says}`).apis[0]).toBe('deepseek')
  expect(explain(`{"provider_name":"Moonshot AI","raw":"${says}"}`).apis[0]).toBe('kimi')
})

test.each<[says: string, api: string]>([
  ['A conversation must alternate between user and assistant roles.', 'bedrock'],
  ["Value at 'messages.1.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint", 'bedrock'],
  ['After the optional system message, conversation roles must alternate', 'llama-cpp'],
  ['messages: roles must alternate between "user" and "assistant"', 'anthropic-strict'],
])('%s is said by %s', (says, api) => {
  expect(explain(says).apis[0]).toBe(api)
})

test('where nothing is known, that is said', () => {
  expect(explain('{"error":{"message":"Oops"}}')).toMatchObject({ matched: false, rules: [], ids: [] })
  expect(explain('Oops at toolu_01Ab')).toMatchObject({ matched: false, ids: ['toolu_01Ab'] })
})

const long = unanswered.replace('toolu_b2', 'toolu_01QvX7dLkNpR8sT2uVwXyZaB')

test.each([
  ['lines', (line: string) => line],
  ['a box', (line: string) => `│ ${line.padEnd(60)} │`],
])('a text cut at the width of the screen is whole again: %s', (_, print) => {
  const lines = (long.match(/.{1,60}/g) ?? []).map(print)
  expect(lines[1], 'an id is cut').toMatch(/, ba(?: │)?$/)
  expect(explain(lines.join('\n'))).toMatchObject({
    sentence: long,
    ids: ['toolu_01QvX7dLkNpR8sT2uVwXyZaB', 'bash-Zz'],
  })
})
