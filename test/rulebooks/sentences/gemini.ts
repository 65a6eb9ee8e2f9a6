import type { Sentence } from '../sentences.ts'

const all = ['gemini', 'everywhere-gemini-contents']
const namelessResult =
  '* GenerateContentRequest.contents[{i}].parts[{j}].function_response.name: Name cannot be empty.'

/** Google's API. */
export const gemini: readonly Sentence[] = [
  {
    says: 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    by: [[all, ['call-without-result', 'results-split', 'duplicate-result']]],
    sources: ['google-gemini/gemini-cli#16415', 'archestra-ai/archestra#7585', 'cloudwego/eino-ext#571'],
  },
  {
    says: 'Please ensure that function response turn comes immediately after a function call turn.',
    by: [[all, ['result-without-call', 'result-out-of-place']]],
    sources: ['langchain-ai/langchain#27799'],
  },
  {
    says: 'functionResponse.id "{id}" does not match functionCall.id "{owner}"',
    by: [[all, ['results-out-of-order']]],
    sources: ['router-for-me/CLIProxyAPI#5199'],
  },
  {
    says: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    by: [[all, ['call-not-after-user']]],
    sources: ['google-gemini/gemini-cli#11814', 'lbjlaq/Antigravity-Manager#3396'],
  },
  {
    says: '* GenerateContentRequest.contents[{i}].parts[{j}].function_call.name: Name cannot be empty.',
    by: [[all, ['tool-name-missing']]],
    after: namelessResult,
  },
  {
    says: namelessResult,
    by: [[all, ['tool-name-missing']]],
    sources: ['router-for-me/CLIProxyAPI#2104'],
  },
  {
    says: `Invalid JSON payload received. Unknown name "response" at 'contents[{i}].parts[{j}].function_response': Proto field is not repeating, cannot start list.`,
    by: [[all, ['result-not-object']]],
    sources: ['vercel/ai#3589', 'danny-avila/LibreChat#5525'],
  },
  {
    says: '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    by: [[all, ['illegal-tool-name']]],
    sources: ['kaitranntt/ccs#25'],
  },
  {
    says: 'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:{name}` , position {next}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.',
    by: [[all, ['signature-missing']]],
    sources: ['lbjlaq/Antigravity-Manager#938', 'nanbingxyz/5ire#405', 'MayDay-wpf/snow-cli#104'],
  },
  {
    says: '* GenerateContentRequest.contents[{i}].parts: contents.parts must not be empty.',
    by: [[all, ['empty-turn']]],
    sources: ['egoist/chatwise-releases#250', 'QuantumNous/new-api#1060', 'aaif-goose/goose#1458'],
  },
  {
    says: 'Please use a valid role: user, model.',
    by: [[all, ['unknown-role']]],
    sources: ['langgenius/dify-official-plugins#566'],
  },
  {
    says: 'Please ensure that single turn requests end with a user role or the role field is empty.',
    by: [[all, ['ends-on-model']]],
    sources: ['microsoft/semantic-kernel#13288'],
  },
  {
    says: '* GenerateContentRequest.contents: contents is not specified',
    by: [[all, ['no-turns']]],
    sources: ['langchain-ai/langchain-google#1393', 'ikechan8370/chatgpt-plugin#733', 'vercel/ai#3775'],
  },
]
