/** Sentences on record beyond the corpus: the text, and the rules it must mean among others. */
export const examples: readonly (readonly [says: string, rules: readonly string[]])[] = [
  ['API Error: 400 due to tool use concurrency issues.', ['call-without-result', 'duplicate-call-id']],
  [
    'messages.5.content.1: unexpected `tool_use_id` found in `advisor_tool_result` blocks: srvtoolu_01. Each `advisor_tool_result` block must have a corresponding `server_tool_use` block before it.',
    ['hosted-result-without-call'],
  ],
  ['messages.2.content.0: unexpected `tool_use_id` found in', ['result-without-call']],
  [
    'messages.3: `web_search` tool use with id `srvtoolu_9` was found without a corresponding `web_search_tool_result` block',
    ['hosted-call-without-result', 'call-not-last'],
  ],
  ['messages.2.content.1: `tool_use` ids must be unique', ['duplicate-call-id']],
  ["messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'", ['illegal-call-id']],
  [
    "messages.1.content.1.server_tool_use.id: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    ['illegal-hosted-id'],
  ],
  [
    "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ['illegal-tool-name'],
  ],
  ['messages.1.content.0.tool_use.id: Field required', ['call-id-missing']],
  ['messages.1.content.0.tool_use.name: Input should be a valid string', ['tool-name-missing']],
  ['messages.35.content.1.tool_use.name: String should have at most 200 characters', ['illegal-tool-name']],
  [
    "messages.1.content.1: Input tag 'input_json_delta' found using 'type' does not match any of the expected tags: 'text', 'thinking', 'tool_use'",
    ['wrong-part-type'],
  ],
  [
    "1 validation error detected: Value at 'messages.3.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    ['illegal-tool-name'],
  ],
  [
    "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ['empty-tool-list'],
  ],
  ["[] is too short - 'tools'", ['empty-tool-list']],
  ['System prompt must have content', ['null-content']],
  [
    'messages.7.content.2.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
    ['image-too-large'],
  ],
  [
    'messages.59.content.12.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    ['image-too-large'],
  ],
  [
    'An image in the conversation exceeds the dimension limit for many-image requests (2000px). Start a new session with fewer images.',
    ['image-too-large'],
  ],
  ['messages.2.content.0.tool_result.tool_use_id: Field required', ['call-id-missing']],
  ['messages.1.content.0.tool_use.input: Input should be a valid dictionary', ['arguments-not-object']],
  ['messages: text content blocks must contain non-whitespace text', ['blank-turn']],
  ['messages: final assistant content cannot end with trailing whitespace', ['trailing-space']],
  [
    'ValidationException: The model returned the following errors: messages: final assistant content cannot end with trailing whitespace',
    ['trailing-space'],
  ],
  ['messages.0: user messages must have non-empty content', ['empty-turn']],
  ['messages.1: `tool_use` blocks can only be in `assistant` messages', ['call-by-user']],
  ['messages.1: `tool_result` blocks can only be in `user` messages', ['result-out-of-place']],
  ['messages: Unexpected role "tool". Allowed roles are "user" or "assistant".', ['unknown-role']],
  ["messages.0: use the top-level 'system' parameter for the initial system prompt", ['unknown-role']],
  ['messages: first message must use the "user" role', ['starts-on-model']],
  [
    'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
    ['reasoning-not-first'],
  ],
  [
    'messages.3.content.0: When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`. To use thinking blocks, enable `thinking` in your request.',
    ['reasoning-when-off'],
  ],
  [
    'messages.1.content.3: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    [],
  ],
  ['A maximum of 4 blocks with cache_control may be provided. Found 5.', ['too-many-cache-marks']],
  [
    'messages.1.content.0.thinking.cache_control: Extra inputs are not permitted',
    ['cache-mark-on-reasoning'],
  ],
  ["Tool reference 'mcp__x__y' not found in available tools", ['undeclared-tool-reference']],
  [
    "Requests with 'tool_use' and 'tool_result' blocks must include tool definition",
    ['tools-not-declared', 'undeclared-tool'],
  ],
  ["tool_choice 'required' is incompatible with thinking enabled", ['forced-call-when-thinking']],
  ['tool_choice specified is incompatible with thinking enabled', ['forced-call-when-thinking']],
  ['deepseek-reasoner does not support this tool_choice', ['forced-call-when-thinking']],
  ['Thinking mode does not support this tool_choice', ['forced-call-when-thinking']],
  ['Thinking may not be enabled when tool_choice forces tool use.', ['forced-call-when-thinking']],
  ['invalid params, function parameters is empty (2013)', ['tool-parameters-missing']],
  [
    'invalid params, function name or parameters is empty (2013)',
    ['tool-parameters-missing', 'tool-name-missing'],
  ],
  ['Requests which include `tool_use` or `tool_result` blocks must define tools.', ['tools-not-declared']],
  [
    'The request body is not valid JSON: no low surrogate in string: line 1 column 8899 (char 8898)',
    ['lone-surrogate'],
  ],
  [
    "Invalid parameter: Duplicate value for 'tool_call_id' of 'call_7', in messages[3] and messages[4].",
    ['duplicate-result'],
  ],
  ["Invalid parameter: Duplicate value for 'tool_call_id' of 'call_7'.", ['duplicate-result']],
  ["Duplicate value for 'tool_call_id' of call_00_x in message[6]", ['duplicate-call-id']],
  ["Duplicate value for 'tool_call_id' of in message[6]", ['call-id-missing']],
  [
    "Invalid 'messages[2].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ['empty-call-list'],
  ],
  ['Empty tool_calls is not supported in message', ['empty-call-list']],
  ["Invalid value for 'content': expected a string, got null.", ['null-content']],
  [
    "Invalid 'messages[3].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
    ['illegal-tool-name'],
  ],
  [
    "Invalid 'messages[3].tool_calls[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    ['tool-name-missing', 'illegal-tool-name'],
  ],
  ["Missing required parameter: 'messages[2].tool_calls[0].id'.", ['call-id-missing']],
  [
    "Invalid value: 'robot'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.",
    ['unknown-role'],
  ],
  [
    "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    ['unknown-role'],
  ],
  [
    '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[3].role',
    ['call-without-result'],
  ],
  ['Invalid assistant message: content or tool_calls must be set', ['empty-turn']],
  [
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 2',
    ['reasoning-missing'],
  ],
  ['tool_call_id functions.Bash:0 is not found', ['result-without-call']],
  [
    "Item 'rs_68' of type 'reasoning' was provided without its required following item.",
    ['reasoning-dangling'],
  ],
  [
    "Item with id 'rs_68' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    ['item-not-stored'],
  ],
  [
    "Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have exactly one matching function_call_output",
    ['duplicate-result', 'duplicate-call-id'],
  ],
  ['No tool call found for tool output with call_id call_9', ['result-without-call']],
  [
    'Failed to deserialize the JSON body into the target type: input: missing field `call_id` at line 1 column 81274',
    ['call-id-missing'],
  ],
  [
    "Missing parameter 'tool_call_id': messages with role 'tool' must have a 'tool_call_id'.",
    ['call-id-missing'],
  ],
  [
    '"loc":["body","messages",3,"user","tool_calls"],"msg":"Extra inputs are not permitted"',
    ['call-by-user'],
  ],
  ['Tool call id has to be defined.', ['call-id-missing']],
  [
    'Function name was read.file but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    ['illegal-tool-name'],
  ],
  ['Unterminated string starting at: line 1 column 9 (char 8)', ['arguments-not-json']],
  [
    "Invalid 'input[100].id': 'msg-1'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    ['illegal-item-id'],
  ],
  ['Duplicate call_ids submitted: ["call_a", "call_b"]', ['duplicate-call-id']],
  ["Invalid 'input[3].id': 'call_9'. Expected an ID that begins with 'fc'.", ['illegal-item-id']],
  [
    'Please ensure that function response turn comes immediately after a function call turn. And the number of function response parts should be equal to number of function call parts of the function call turn.',
    ['result-out-of-place', 'result-without-call', 'call-without-result'],
  ],
  [
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call `default_api:read_file` , position 2.',
    ['signature-missing'],
  ],
  [
    'Function call `read_file` in the `2.` content block is missing a `thought_signature`.',
    ['signature-missing'],
  ],
  [
    '[FIELD_INVALID] Invalid function name. Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.',
    ['illegal-tool-name'],
  ],
  [
    `Invalid JSON payload received. Unknown name "response" at 'contents[2].parts[0].function_response': Proto field is not repeating, cannot start list.`,
    ['result-not-object'],
  ],
  [
    "Invalid value at 'client_content.turns[6].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct)",
    ['result-not-object'],
  ],
  ['functionResponse.id "b" does not match functionCall.id "a"', ['results-out-of-order']],
  [
    'Please ensure that single turn requests end with a user role or the role field is empty.',
    ['ends-on-model'],
  ],
  ['Please use a valid role: user, model.', ['unknown-role']],
  ['* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.', ['empty-turn']],
  [
    'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.',
    ['result-without-call'],
  ],
  ['The toolResult blocks at messages.2.content contain duplicate Ids: tooluse_a1', ['duplicate-result']],
  ['The toolUse blocks at messages.1.content contain duplicate Ids: tooluse_a1', ['duplicate-call-id']],
  [
    'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
    ['tools-not-declared'],
  ],
  [
    'The text field in the ContentBlock object at messages.1.content.0 is blank. Add text to the text field, and try again.',
    ['empty-text'],
  ],
  ['A text block must be included when using documents.', ['document-without-text']],
  [
    'Parameter validation failed:Invalid type for parameter messages[0].content',
    ['content-not-list', 'null-content'],
  ],
  [
    'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    ['starts-on-model', 'no-turns'],
  ],
  ['messages: at least one message is required', ['no-turns']],
  ["[] is too short - 'messages'", ['no-turns']],
  [
    "Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    ['no-turns'],
  ],
  [`One of "input" or "previous_response_id"or 'prompt'or 'conversation_id' must be provided.`, ['no-turns']],
  ['* GenerateContentRequest.contents: contents is not specified', ['no-turns']],
  ['Conversation must have at least one message', ['no-turns']],
  ['AI_InvalidPromptError: Invalid prompt: messages must not be empty', ['no-turns']],
  ['(HTTP/2 400) Input required: specify "prompt" or "messages"', ['no-turns']],
  [
    '<400> InternalError.Algo.InvalidParameter: Either "prompt" or "messages" must exist and cannot both be none',
    ['no-turns'],
  ],
  [
    'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.',
    ['same-speaker-twice'],
  ],
  ['Tool call id was call_1234 but must be a-z, A-Z, 0-9, with a length of 9.', ['illegal-call-id']],
  ['Not the same number of function calls and responses', ['call-without-result']],
  ['Unexpected tool call id D681PevKs in tool results', ['result-without-call']],
  ['Duplicate tool call id D681PevKs in tool results', ['duplicate-result']],
  ['Duplicate tool call id D681PevKs in assistant message', ['duplicate-call-id']],
  ["Unexpected role 'tool' after role 'user'", ['result-without-call']],
  ["Unexpected role 'system' after role 'tool'", ['system-out-of-place']],
  ["Unexpected role 'assistant' after role 'tool'", ['user-after-result']],
  [
    'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant',
    ['ends-on-model'],
  ],
  ['{"error":{"code":"1214","message":"messages 参数非法。请检查文档。"}}', ['no-user-turn']],
  ['The messages parameter is illegal. Please check the documentation.', ['no-user-turn']],
  ['No user query found in messages.', ['no-user-turn']],
  ['invalid params, tool call id is invalid (2013)', ['illegal-call-id']],
  [
    "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
    ['unsupported-property'],
  ],
  ["'messages.2' : for 'role:assistant' the following must be satisfied[(", ['content-not-text']],
  ['Invalid request content: Each message must have at least one content element.', ['empty-turn']],
  [
    'Found AIMessages with tool_calls that do not have a corresponding ToolMessage. Here are the first few of those tool calls',
    ['call-without-result'],
  ],
  ['Tool results are missing for tool calls call_1, call_2.', ['call-without-result', 'result-out-of-place']],
  [
    'AI_MessageConversionError: ToolInvocation must have a result: {"state":"call","toolCallId":"call_1"}',
    ['call-without-result'],
  ],
  [
    'AI_InvalidPromptError: Invalid prompt: The messages do not match the ModelMessage[] schema.',
    ['null-content', 'unknown-role'],
  ],
  [
    'AI_InvalidPromptError: Invalid prompt: The messages must be a ModelMessage[]. If you have passed a UIMessage[], you can use convertToModelMessages to convert them.',
    ['null-content'],
  ],
  ["Unknown parameter: 'input[3].tool_calls'.", ['unsupported-property']],
  ['invalid params, tool call result does not follow tool call (2013)', ['call-without-result']],
  [
    'Jinja Exception: Message has tool role, but there was no previous assistant message with a tool call!',
    ['result-without-call'],
  ],
  [
    'The model returned the following errors: messages.1.content.0.tool_use.id: String should have at least 1 character',
    ['call-id-missing'],
  ],
  ['messages.1.content.1.tool_use.name: String should have at most 200 characters', ['illegal-tool-name']],
  ['messages.1.content.1.tool_use.name: String should have at least 1 character', ['tool-name-missing']],
  ["Missing required parameter: 'messages[1].tool_calls[0].function.name'.", ['tool-name-missing']],
  [
    "1 validation error detected: Value 'functions.x:0' at 'messages.1.member.content.1.member.toolUse.toolUseId' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    ['illegal-call-id'],
  ],
  [
    'The format of the value at messages.1.content.0.toolUse.input is invalid. Provide a json object for the field and try again.',
    ['arguments-not-object'],
  ],
  [
    'The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the field and try again.',
    ['result-not-object'],
  ],
  [
    'Invalid value at \'contents[1].parts[0].function_call.args\' (type.googleapis.com/google.protobuf.Struct), "{}"',
    ['arguments-not-object'],
  ],
  [
    'Failed to deserialize the JSON body into the target type: messages[2]: missing field `tool_call_id` at line 1 column 512',
    ['call-id-missing'],
  ],
  [
    'Failed to deserialize the JSON body into the target type: messages[3]: invalid type: null, expected a string at line 1 column 90',
    ['null-content'],
  ],
  [
    'Failed to deserialize the JSON body into the target type: messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool` at line 1 column 85',
    ['unknown-role'],
  ],
  [
    "developer is not one of ['system', 'assistant', 'user', 'tool', 'function'] - 'messages.['0].role'",
    ['unknown-role'],
  ],
  ['Upstream request failed: [1214] Incorrect role information', ['unknown-role']],
  ['unsupported role ROLE_UNSPECIFIED', ['unknown-role']],
  ["messages.0.role: Input should be 'user' or 'assistant'", ['unknown-role']],
  ['Jinja Exception: Only user, assistant and tool roles are supported, got developer.', ['unknown-role']],
  [
    '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
    ['arguments-not-json'],
  ],
  [
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
    ['same-speaker-twice'],
  ],
  [
    'deepseek-reasoner does not support successive user or assistant messages (messages[1] and messages[2] in your input). You should interleave the user/assistant messages in the message sequence.',
    ['same-speaker-twice'],
  ],
  [
    'The last message of deepseek-reasoner must be a user message, or an assistant message with prefix mode on (refer to https://api-docs.deepseek.com/guides/chat_prefix_completion).',
    ['ends-on-model'],
  ],
  [
    'The first message (except the system message) of deepseek-reasoner must be a user message, but an assistant message detected.',
    ['starts-on-model'],
  ],
  ['Assistant message must have either content or tool_calls, but not none.', ['empty-turn']],
  ['Assistant message must have either content or tool_calls, but not both.', ['text-beside-calls']],
  ["Invalid request: the message at position 72 with role 'assistant' must not be empty", ['empty-turn']],
  [
    'Malformed input request: #/messages/1/content: expected minimum item count: 1, found: 0, please reformat your input and try again.',
    ['empty-turn'],
  ],
  ['messages.65.content.1.tool_use.text: Extra inputs are not permitted', ['unsupported-part-member']],
  ['messages.0.name: Extra inputs are not permitted', ['unsupported-property']],
  [
    '"loc":["body","messages",31,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"',
    ['unsupported-property'],
  ],
  ['messages.2.content.0.tool_result.content: Input should be a valid string', ['content-not-text']],
  [
    "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    ['arguments-not-text'],
  ],
  ["Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.", ['wrong-part-type']],
  [
    'messages.7.content: Conversation blocks and tool use blocks cannot be provided in the same turn.',
    ['text-beside-calls'],
  ],
  ["Unknown parameter: 'messages[1].reasoning_content'.", []],
  [
    'The encrypted content gAAAAABo could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    [],
  ],
  ['Corrupted thought signature.', []],
  [
    'Invalid parameter: messages with role "tool" must follow a preceding message with "tool_calls".',
    ['result-without-call'],
  ],
]
