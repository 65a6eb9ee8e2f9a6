/** Sentences on record beyond the corpus and the rulebooks: the text, and the rules it must mean among others. */
export const examples: readonly (readonly [says: string, rules: readonly string[]])[] = [
  ['API Error: 400 due to tool use concurrency issues.', ['call-without-result', 'duplicate-call-id']],
  ['messages.2.content.0: unexpected `tool_use_id` found in', ['result-without-call']],
  [
    'messages.3: `web_search` tool use with id `srvtoolu_9` was found without a corresponding `web_search_tool_result` block',
    ['hosted-call-without-result', 'call-not-last'],
  ],
  [
    "messages.1.content.0.tool_use.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ['illegal-tool-name'],
  ],
  ['messages.1.content.0.tool_use.name: Input should be a valid string', ['tool-name-missing']],
  [
    "messages.1.content.1: Input tag 'input_json_delta' found using 'type' does not match any of the expected tags: 'text', 'thinking', 'tool_use'",
    ['wrong-part-type'],
  ],
  [
    "1 validation error detected: Value at 'messages.3.member.content.2.member.toolUse.name' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
    ['illegal-tool-name'],
  ],
  ['System prompt must have content', ['null-content']],
  [
    'An image in the conversation exceeds the dimension limit for many-image requests (2000px). Start a new session with fewer images.',
    ['image-too-large'],
  ],
  [
    'ValidationException: The model returned the following errors: messages: final assistant content cannot end with trailing whitespace',
    ['trailing-space'],
  ],
  ['messages.1: `tool_result` blocks can only be in `user` messages', ['result-out-of-place']],
  ["messages.0: use the top-level 'system' parameter for the initial system prompt", ['unknown-role']],
  ['messages: first message must use the "user" role', ['starts-on-model']],
  [
    'messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
    ['reasoning-not-first'],
  ],
  [
    'messages.1.content.3: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    [],
  ],
  [
    "Requests with 'tool_use' and 'tool_result' blocks must include tool definition",
    ['tools-not-declared', 'undeclared-tool'],
  ],
  ['tool_choice specified is incompatible with thinking enabled', ['forced-call-when-thinking']],
  ['deepseek-reasoner does not support this tool_choice', ['forced-call-when-thinking']],
  [
    'invalid params, function name or parameters is empty (2013)',
    ['tool-parameters-missing', 'tool-name-missing'],
  ],
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
  [
    "Invalid 'messages[3].tool_calls[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    ['tool-name-missing', 'illegal-tool-name'],
  ],
  ['Invalid assistant message: content or tool_calls must be set', ['empty-turn']],
  ['tool_call_id functions.Bash:0 is not found', ['result-without-call']],
  [
    "Duplicate function_call_output for call_id 'terminal:0'. Each function_call must have exactly one matching function_call_output",
    ['duplicate-result', 'duplicate-call-id'],
  ],
  [
    'Failed to deserialize the JSON body into the target type: input: missing field `call_id` at line 1 column 81274',
    ['call-id-missing'],
  ],
  ['Unterminated string starting at: line 1 column 9 (char 8)', ['arguments-not-json']],
  ['Duplicate call_ids submitted: ["call_a", "call_b"]', ['duplicate-call-id']],
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
    "Invalid value at 'client_content.turns[6].parts[0].function_response.response' (type.googleapis.com/google.protobuf.Struct)",
    ['result-not-object'],
  ],
  [
    'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.',
    ['result-without-call'],
  ],
  [
    'Parameter validation failed:Invalid type for parameter messages[0].content',
    ['content-not-list', 'null-content'],
  ],
  [
    'A conversation must start with a user message. Try again with a conversation that starts with a user message.',
    ['starts-on-model', 'no-turns'],
  ],
  ["[] is too short - 'messages'", ['no-turns']],
  ['AI_InvalidPromptError: Invalid prompt: messages must not be empty', ['no-turns']],
  ['(HTTP/2 400) Input required: specify "prompt" or "messages"', ['no-turns']],
  [
    '<400> InternalError.Algo.InvalidParameter: Either "prompt" or "messages" must exist and cannot both be none',
    ['no-turns'],
  ],
  ['Not the same number of function calls and responses', ['call-without-result']],
  ['Unexpected tool call id D681PevKs in tool results', ['result-without-call']],
  ["Unexpected role 'tool' after role 'user'", ['result-without-call']],
  ["Unexpected role 'assistant' after role 'tool'", ['user-after-result']],
  ['{"error":{"code":"1214","message":"messages 参数非法。请检查文档。"}}', ['no-user-turn']],
  ['The messages parameter is illegal. Please check the documentation.', ['no-user-turn']],
  ['No user query found in messages.', ['no-user-turn']],
  ['invalid params, tool call id is invalid (2013)', ['illegal-call-id']],
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
  ['invalid params, tool call result does not follow tool call (2013)', ['call-without-result']],
  [
    'Jinja Exception: Message has tool role, but there was no previous assistant message with a tool call!',
    ['result-without-call'],
  ],
  [
    'The model returned the following errors: messages.1.content.0.tool_use.id: String should have at least 1 character',
    ['call-id-missing'],
  ],
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
  ["Invalid request: the message at position 72 with role 'assistant' must not be empty", ['empty-turn']],
  [
    'Malformed input request: #/messages/1/content: expected minimum item count: 1, found: 0, please reformat your input and try again.',
    ['empty-turn'],
  ],
  [
    "Invalid type for 'messages[2].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    ['arguments-not-text'],
  ],
  [
    'messages.7.content: Conversation blocks and tool use blocks cannot be provided in the same turn.',
    ['text-beside-calls'],
  ],
  ["Unknown parameter: 'messages[1].reasoning_content'.", []],
  [
    'The encrypted content gAAAAABo could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    ['reasoning-foreign'],
  ],
  ['Corrupted thought signature.', ['reasoning-foreign']],
  [
    'Invalid parameter: messages with role "tool" must follow a preceding message with "tool_calls".',
    ['result-without-call'],
  ],
  ["Missing required parameter: 'messages[2].tool_call_id'.", ['call-id-missing']],
  ['messages.1.content.0.tool_use.input: Field required', ['arguments-not-object']],
  ['TOOL_CONFIG_MISSING', ['tools-not-declared']],
  [
    "litellm.UnsupportedParamsError: Bedrock doesn't support tool calling without `tools=` param specified. Pass `tools=` param OR set `litellm.modify_params = True`.",
    ['tools-not-declared'],
  ],
  ['Unable to submit request because it must include at least one parts field', ['empty-turn']],
  [
    "Invalid type for 'messages[3].content': expected one of a string or array of objects, but got null instead.",
    ['null-content'],
  ],
  ['tools must not be an empty array', ['empty-tool-list']],
  ["messages.1.content.1: Input tag 'input_json_delta' does not match any of the tags", ['wrong-part-type']],
  ['Content with system role is not supported.', ['unknown-role']],
  ['pre-filling the `assistant` response is not supported', ['ends-on-model']],
  ['messages must have at least one element', ['no-turns']],
  [
    "Invalid 'input[678].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    ['call-id-missing'],
  ],
  ["Invalid Value: 'input.call_id'. Function call output requires call_id.", ['call-id-missing']],
  [
    "Item 'msg_0a' of type 'message' was provided without its required 'reasoning' item: 'rs_0b'.",
    ['call-without-reasoning'],
  ],
  ["Referenced reasoning item 'rs_0b' was not found or has expired", ['item-not-stored']],
  [
    "Missing namespace for function_call 'sleep'. It does not exist in the default namespace.",
    ['undeclared-tool'],
  ],
  ['The `content[].thinking` in the thinking mode must be passed back to the API.', ['reasoning-missing']],
  [
    "1 validation error detected: Value at 'messages.3.member.content.1.member.reasoningContent.reasoningText.text' failed to satisfy constraint: Member must not be null",
    ['null-content'],
  ],
  [
    "invalid request body: Invalid 'input': value did not match any expected variant",
    ['arguments-not-object'],
  ],
  [
    'Invalid JSON payload received. Unknown name "id" at \'contents[1].parts[0].function_call\': Cannot find field.',
    ['unsupported-part-member'],
  ],
  ["Invalid 'messages' in payload", ['content-not-text', 'media-in-result']],
  ['{"code":"400","message":"Param Incorrect","param":"text is not set"}', ['content-not-text']],
  ['tool_call.content must be string', ['content-not-text']],
  ['tool message content must be a string', ['content-not-text']],
  ['invalid params, chat content has invalid message role: system (2013)', ['system-out-of-place']],
  ['invalid params, invalid chat setting (2013)', ['system-out-of-place']],
  [
    '1 validation error for Message content.0 Input should be a valid dictionary or instance of Content',
    ['empty-turn', 'null-content'],
  ],
  ['422 Assistant message uses tools, but tools are not declared', ['tools-not-declared']],
  ['AI_MessageConversionError: incomplete tool input is not supported: call_1', ['call-without-result']],
  ['messages.0.content.0.text: cache_control cannot be set for empty text blocks', ['empty-text']],
]
