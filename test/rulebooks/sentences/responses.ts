import type { Sentence } from '../sentences.ts'

const openai = ['openai-responses', 'everywhere-openai-responses']
const deepseek = ['deepseek-responses']
const nullContent =
  "Invalid type for 'input[{i}].content': expected one of an array of objects or string, but got null instead."

/** The Responses APIs. */
export const responses: readonly Sentence[] = [
  {
    says: 'No tool output found for {kind} call {id}.',
    by: [[openai, ['call-without-result']]],
    sources: ['openai/codex#394', 'openai/openai-support-agent-demo#12', 'Soju06/codex-lb#1168'],
  },
  {
    says: 'No tool call found for {kind} call output with call_id {id}.',
    by: [[openai, ['result-without-call']]],
    sources: ['openai/openai-agents-python#4322', 'leookun/cursor-byok#307', 'earendil-works/pi#4570'],
  },
  {
    says: "Duplicate {tool}_call_output for call_id '{id}'. Each {tool}_call must have exactly one matching {tool}_call_output",
    by: [[openai, ['duplicate-result']]],
    sources: ['mnfst/llm-gateway#2858', 'NousResearch/hermes-agent#111443'],
  },
  {
    says: 'Duplicate call_ids submitted: ["{id}"]',
    by: [[openai, ['duplicate-call-id']]],
    sources: ['alvesvaren/zod-to-openai-tool#263'],
  },
  {
    says: "Invalid 'input[{i}].call_id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    by: [[openai, ['illegal-call-id']]],
    sources: ['AnswerDotAI/fastllm#45', 'fitchmultz/pi-cursor-sdk#237', 'decolua/9router#393'],
  },
  {
    says: "Unknown parameter: 'input[{i}].{name}'.",
    by: [[openai, ['unsupported-property']]],
    sources: ['openai/openai-python#2677'],
  },
  {
    says: "Missing required parameter: 'input[{i}].call_id'.",
    by: [[openai, ['call-id-missing']]],
    sources: ['craft-ai-agents/craft-agents-oss#613'],
  },
  {
    says: "Missing required parameter: 'input[{i}].arguments'.",
    by: [[openai, ['arguments-not-text']]],
    after: "Missing required parameter: 'input[{i}].call_id'.",
  },
  {
    says: "Invalid type for 'input[{i}].arguments': expected a string, but got {given} instead.",
    by: [[openai, ['arguments-not-text']]],
    after:
      "Invalid type for 'messages[{i}].tool_calls[{j}].function.arguments': expected a string, but got {given} instead.",
  },
  {
    says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
    by: [[openai, ['wrong-part-type']]],
    sources: ['jeremychone/rust-genai#119', 'epam/ai-dial-adapter-openai#511', 'tinyhumansai/openhuman#3624'],
  },
  {
    says: "Invalid value: 'output_text'. Supported values are: 'input_text', 'input_image', and 'input_file'.",
    by: [[openai, ['wrong-part-type']]],
    sources: [
      'BerriAI/litellm:tests/test_litellm/completion_extras/litellm_responses_transformation/test_completion_extras_litellm_responses_transformation_transformation.py',
    ],
  },
  {
    says: "Invalid value: 'text'. Supported values are: 'input_text', 'input_image', 'input_audio', 'output_text', 'refusal', 'input_file', 'computer_screenshot', 'summary_text', and 'encrypted_content'.",
    by: [[openai, ['wrong-part-type']]],
    sources: ['MervinPraison/PraisonAI#3934'],
  },
  {
    says: "Invalid 'input[{i}].name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
    by: [[openai, ['tool-name-missing']]],
    sources: ['Wei-Shaw/sub2api#3818'],
  },
  {
    says: 'Duplicate item found with id {item}. Remove duplicate items from your input and try again.',
    by: [[openai, ['duplicate-item-id']]],
    sources: ['vercel/ai#13307'],
  },
  {
    says: "Invalid 'input[{i}].id': '{item}'. Expected an ID that begins with '{prefix}'.",
    by: [[openai, ['illegal-item-id']]],
    sources: ['Wei-Shaw/sub2api#3785', 'nodetool-ai/nodetool#4252'],
  },
  {
    says: "Invalid 'input[{i}].id': string too long. Expected a string with maximum length 64, but got a string with length {length} instead.",
    by: [[openai, ['illegal-item-id']]],
    sources: ['github/app#499'],
  },
  {
    says: "Invalid 'input[{i}].id': '{item}'. Expected an ID that contains letters, numbers, underscores, or dashes, but this value contained additional characters.",
    by: [[openai, ['illegal-item-id']]],
    sources: ['RooCodeInc/Roo-Code#9839', 'langchain-ai/langchainjs#11044', 'CopilotKit/CopilotKit#6117'],
  },
  {
    says: "Item with id '{item}' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
    by: [[['openai-responses'], ['item-not-stored']]],
    sources: ['can1357/oh-my-pi#41', 'anomalyco/opencode#7724'],
  },
  {
    says: "Item '{item}' of type 'reasoning' was provided without its required following item.",
    by: [[openai, ['reasoning-dangling']]],
    sources: ['vercel/ai#7099', 'openai/openai-node#1567'],
  },
  {
    says: "Item '{item}' of type '{tool}_call' was provided without its required 'reasoning' item: 'rs_…'.",
    by: [[openai, ['call-without-reasoning']]],
    sources: ['mastra-ai/mastra#8738', 'continuedev/continue#11785'],
  },
  {
    says: nullContent,
    by: [[openai, ['null-content']]],
    sources: ['QuantumNous/new-api#4776'],
  },
  {
    says: "Invalid type for 'input[{i}].output': expected one of an array of objects or string, but got null instead.",
    by: [[openai, ['null-content']]],
    after: nullContent,
  },
  {
    says: "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
    by: [[openai, ['unknown-role']]],
    sources: ['Chevey339/kelivo#281'],
  },
  {
    says: 'No tool output found for tool call {id}',
    by: [[deepseek, ['call-without-result', 'result-out-of-place']]],
    sources: ['deepseek-ai/awesome-deepseek-integration#740', 'deepseek-ai/DeepSeek-V3#1588'],
  },
  {
    says: 'No tool call found for tool output with call_id {id}',
    by: [[deepseek, ['result-without-call']]],
    sources: ['EasyMetaAu/helm-api#894', 'deepseek-ai/DeepSeek-V3#1611'],
  },
  {
    says: 'Failed to deserialize the JSON body into the target type: input: missing field `call_id`',
    by: [[deepseek, ['call-id-missing']]],
    sources: ['openai/codex#41690', 'EasyMetaAu/helm-api#889'],
    quoted:
      'Failed to deserialize the JSON body into the target type: input: missing field `call_id` at line 1 column 81274',
  },
  {
    says: `One of "input" or "previous_response_id"or 'prompt'or 'conversation_id' must be provided.`,
    by: [[openai, ['no-turns']]],
    sources: ['pydantic/pydantic-ai#3369'],
  },
]
