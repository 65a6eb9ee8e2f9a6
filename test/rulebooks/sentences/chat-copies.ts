import type { Sentence } from '../sentences.ts'

const paired = ['result-without-call', 'result-out-of-place']
const twice = ['duplicate-result', 'duplicate-call-id']
const validator = 'mistralai/mistral-common:src/mistral_common/protocol/instruct/validator.py'

/** The other chat APIs. */
export const chatCopies: readonly Sentence[] = [
  {
    says: 'System message must be at the beginning.',
    by: [[['vllm', 'llama-cpp'], ['system-out-of-place']]],
    sources: [
      'vllm-project/vllm#41114',
      'QwenLM/Qwen3.8#244',
      'ggml-org/llama.cpp#27367',
      'https://huggingface.co/Qwen/Qwen3.5-27B/blob/main/chat_template.jinja',
    ],
  },
  {
    says: '"loc":["body","messages",{i},"{role}","{name}"],"msg":"Extra inputs are not permitted"',
    by: [[['mistral'], ['unsupported-property']]],
    sources: ['charmbracelet/crush#1590', 'BerriAI/litellm#30835', 'nomtek/mistralai_client_dart#44'],
  },
  {
    says: '"loc":["body","messages",{i},"user","tool_calls"],"msg":"Extra inputs are not permitted"',
    by: [[['mistral'], ['call-by-user']]],
    sources: ['Gage-Technologies/mistral-go#2'],
  },
  {
    says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    by: [[['deepseek'], ['call-without-result']]],
    sources: ['langgenius/dify#32222', 'TurixAI/TuriX-CUA#15', 'smallmain/vscode-unify-chat-provider#248'],
  },
  {
    says: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
    by: [[['deepseek'], paired]],
    sources: ['itmisx/deepx-code#94', 'cohesion-org/deepseek-go#45'],
  },
  {
    says: "Duplicate value for 'tool_call_id' of {id} in message[{i}]",
    by: [[['deepseek'], twice]],
    sources: ['craft-ai-agents/craft-agents-oss#630'],
    quoted: "Duplicate value for 'tool_call_id' of in message[6]",
  },
  {
    says: "Duplicate value for 'tool_call_id' of in message[{i}]",
    by: [[['deepseek'], ['call-id-missing']]],
    sources: ['craft-ai-agents/craft-agents-oss#613', 'craft-ai-agents/craft-agents-oss#621'],
  },
  {
    says: 'Invalid assistant message: content or tool_calls must be set',
    by: [[['deepseek'], ['null-content']]],
    sources: ['carlrobertoh/ProxyAI#830', 'carlrobertoh/ProxyAI#834'],
  },
  {
    says: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
    by: [[['deepseek'], ['reasoning-missing']]],
    sources: ['anomalyco/opencode#24722'],
  },
  {
    says: 'messages[{i}].role: unknown variant `{role}`',
    by: [[['deepseek'], ['unknown-role']]],
    sources: ['earendil-works/pi#1048', 'eclipse-theia/theia#15144'],
  },
  {
    says: "the message at position {i} with role '{role}' must not be empty",
    by: [[['kimi'], ['empty-turn', 'null-content']]],
    sources: ['AIDotNet/OpenCowork#10', 'MoonshotAI/kimi-code#1985'],
  },
  {
    says: '<400> InternalError.Algo.InvalidParameter: The "function.arguments" parameter of the code model must be in JSON format.',
    by: [[['qwen'], ['arguments-not-json']]],
    sources: ['HKUDS/nanobot#1487', 'continuedev/continue#11270', 'explyt/explyt#23'],
  },
  {
    says: 'Assistant message must have either content or tool_calls, but not both.',
    by: [[['mistral'], ['text-beside-calls']]],
    sources: [validator],
  },
  {
    says: 'Assistant message must have either content or tool_calls, but not none.',
    by: [[['mistral'], ['empty-turn']]],
    sources: ['OpenHands/OpenHands#8685'],
  },
  {
    says: "Duplicate value for 'tool_call_id' of '{id}'.",
    by: [
      [
        ['qwen', 'minimax', 'vllm', 'llama-cpp', 'glm', 'groq', 'xai', 'everywhere-openai-chat'],
        ['duplicate-result'],
      ],
      [['kimi'], twice],
    ],
    after: "Invalid parameter: Duplicate value for 'tool_call_id' of '{id}'.",
  },
  {
    says: "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: {id}",
    by: [[['kimi'], ['call-without-result']]],
    sources: ['MoonshotAI/kimi-code#269', 'smallmain/vscode-unify-chat-provider#219'],
  },
  {
    says: 'tool_call_id  is not found',
    by: [[['kimi'], ['call-id-missing', ...paired]]],
    sources: ['Gentleman-Programming/gentle-pi#1052', 'MoonshotAI/kimi-code#1053'],
  },
  {
    says: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index {i}',
    by: [[['kimi'], ['reasoning-missing']]],
    sources: ['continuedev/continue#11600', 'NousResearch/hermes-agent#13848'],
  },
  {
    says: 'text content is empty',
    by: [[['kimi', 'glm'], ['empty-text']]],
    sources: ['dirge-code/dirge#757'],
  },
  {
    says: "[] is too short - 'tools'",
    by: [[['qwen'], ['empty-tool-list']]],
    sources: ['QwenLM/qwen-code#643', 'JetBrains/koog#786'],
  },
  {
    says: "tool_choice 'required' is incompatible with thinking enabled",
    by: [[['kimi'], ['forced-call-when-thinking']]],
    sources: ['AstrBotDevs/AstrBot#7805', 'UKGovernmentBEIS/inspect_ai#5152'],
  },
  {
    says: "tool_choice 'specified' is incompatible with thinking enabled",
    by: [[['kimi'], ['forced-call-when-thinking']]],
    sources: ['can1357/oh-my-pi#827', 'can1357/oh-my-pi#1077', 'UKGovernmentBEIS/inspect_ai#5152'],
  },
  {
    says: 'Thinking mode does not support this tool_choice',
    by: [[['deepseek'], ['forced-call-when-thinking']]],
    sources: ['deepseek-ai/DeepSeek-V3#1376', 'osaurus-ai/osaurus#1940', 'can1357/oh-my-pi#7315'],
  },
  {
    says: 'invalid params, function parameters is empty (2013)',
    by: [[['minimax'], ['tool-parameters-missing']]],
    sources: ['QwenLM/qwen-code#11834', 'QwenLM/qwen-code#11905'],
  },
  {
    says: 'Empty tool_calls is not supported in message',
    by: [[['qwen'], ['empty-call-list']]],
    sources: ['smallmain/vscode-unify-chat-provider#65'],
  },
  {
    says: '<400> InternalError.Algo.InvalidParameter: An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[{i}].role',
    by: [[['qwen'], ['call-without-result']]],
    sources: ['QwenLM/qwen-code#315', 'QwenLM/Qwen3-Coder#455'],
  },
  {
    says: '<400> InternalError.Algo.InvalidParameter: messages with role "tool" must be a response to a preceeding message with "tool_calls".',
    by: [[['qwen'], paired]],
    sources: ['run-llama/llama_index#19224'],
  },
  {
    says: 'invalid params, tool call id is invalid (2013)',
    by: [[['minimax'], ['call-id-missing']]],
    sources: ['Kilo-Org/kilocode#3967'],
  },
  {
    says: 'invalid params, invalid function arguments json string, tool_call_id: {id} (2013)',
    by: [[['minimax'], ['arguments-not-json']]],
    sources: ['earendil-works/pi#5468'],
  },
  {
    says: 'invalid params, tool call and result not match (2013)',
    by: [[['minimax'], ['call-without-result']]],
    sources: ['Kilo-Org/kilocode#3967'],
  },
  {
    says: "invalid params, tool result's tool id({id}) not found (2013)",
    by: [[['minimax'], paired]],
    sources: ['MiniMax-AI/MiniMax-M2#76', 'agent0ai/agent-zero#1754'],
  },
  {
    says: 'Not the same number of function calls and responses',
    by: [[['mistral'], ['call-without-result', ...paired]]],
    sources: [validator],
  },
  {
    says: 'Duplicate tool call id {id} in tool results',
    by: [[['mistral'], ['duplicate-result']]],
    sources: [validator],
  },
  {
    says: 'Duplicate tool call id {id} in assistant message',
    by: [[['mistral'], ['duplicate-call-id']]],
    sources: [validator],
  },
  {
    says: 'Tool call id was {id} but must be a-z, A-Z, 0-9, with a length of 9.',
    by: [[['mistral'], ['illegal-call-id']]],
    sources: [validator],
  },
  {
    says: 'Tool call id has to be defined in serving mode.',
    by: [[['mistral'], ['call-id-missing']]],
    sources: [validator],
  },
  {
    says: 'Tool call id has to be defined.',
    by: [[['mistral'], ['call-id-missing']]],
    sources: [validator, 'Gage-Technologies/mistral-go#8'],
  },
  {
    says: 'Function name was {name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    by: [[['mistral'], ['illegal-tool-name']]],
    sources: [validator],
  },
  {
    says: 'Function name was  but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.',
    by: [[['mistral'], ['tool-name-missing']]],
    sources: [validator],
  },
  {
    says: "Unexpected role 'user' after role 'tool'",
    by: [[['mistral'], ['user-after-result']]],
    sources: ['onyx-dot-app/onyx#6458', 'nicholasgriffintn/ai-platform#414', validator],
  },
  {
    says: "Unexpected role 'system' after role '{before}'",
    by: [[['mistral'], ['system-out-of-place']]],
    sources: [validator],
  },
  {
    says: 'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got {role}',
    by: [[['mistral'], ['ends-on-model']]],
    sources: [validator],
  },
  {
    says: 'Unterminated string starting at',
    by: [[['vllm'], ['arguments-not-json']]],
    sources: ['vllm-project/vllm#47761', 'NousResearch/hermes-agent#12643'],
    quoted: 'Unterminated string starting at: line 1 column 120 (char 119)',
  },
  {
    says: 'Jinja Exception: After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results.',
    by: [[['llama-cpp'], ['same-speaker-twice', 'starts-on-model']]],
    sources: ['ggml-org/llama.cpp#19851', 'mistralai/mistral-vibe#1006'],
  },
  {
    says: 'The messages parameter is illegal. Please check the documentation.',
    by: [[['glm'], ['call-without-result', ...paired, 'no-user-turn']]],
    sources: ['anomalyco/opencode#2557', 'lobehub/lobehub#11408'],
  },
  {
    says: "'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}.content' : value must be a string)]",
    by: [[['groq'], ['content-not-text']]],
    sources: ['tidyverse/ellmer#162', 'CherryHQ/cherry-studio#3307'],
  },
  {
    says: "'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}.tool_calls.{j}.function.arguments' : value must be a string)]",
    by: [[['groq'], ['arguments-not-text']]],
    after:
      "'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}.content' : value must be a string)]",
  },
  {
    says: "'messages.{i}' : for 'role:{role}' the following must be satisfied[('messages.{i}' : property '{name}' is unsupported)]",
    by: [[['groq'], ['unsupported-property']]],
    sources: ['janhq/jan#8136', 'NousResearch/hermes-agent#11089'],
  },
  {
    says: "messages.{i}.assistant.{name}: property 'messages.{i}.assistant.{name}' is unsupported",
    by: [[['cerebras'], ['unsupported-property']]],
    sources: ['Alishahryar1/free-claude-code#1136', 'NousResearch/hermes-agent#34716'],
  },
  {
    says: "Messages with role 'tool' must be a response to a preceeding message with 'tool_calls'",
    by: [[['cerebras'], paired]],
    sources: ['elizaOS/eliza#18179'],
  },
  {
    says: "The arguments to a tool_call with ID '{id}' are not a valid JSON string.",
    by: [[['xai'], ['arguments-not-json']]],
    sources: ['spiceai/spiceai#4734'],
  },
  {
    says: 'Invalid request content: Each message must have at least one content element.',
    by: [[['xai'], ['null-content', 'empty-turn']]],
    sources: ['langchain-ai/langchain#34140', 'n8n-io/n8n#14797'],
  },
  {
    says: 'json: cannot unmarshal string into Go struct field ChatRequest.messages of type api.ToolCallFunctionArguments',
    by: [[['ollama'], ['arguments-not-object']]],
    sources: ['neuron-core/neuron-ai#219'],
  },
  {
    says: 'json: cannot unmarshal array into Go struct field ChatRequest.messages.content of type string',
    by: [[['ollama'], ['content-not-text']]],
    sources: ['ollama/ollama#10255', 'BerriAI/litellm#9959'],
  },
  {
    says: 'Conversation must have at least one message',
    by: [[['mistral'], ['no-turns']]],
    sources: ['epam/ai-dial-adapter-openai:tests/integration_tests/chat_completion_suites/text.py'],
  },
]
