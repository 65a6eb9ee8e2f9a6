/** The APIs that repeat the sentences of Anthropic's own API. */
export const anthropicLike: readonly string[] = ['anthropic', 'anthropic-strict', 'bedrock']

/** The APIs that repeat the sentences of OpenAI's chat API. */
export const openaiLike: readonly string[] = [
  'openai',
  'azure-openai',
  'deepseek',
  'kimi',
  'qwen',
  'glm',
  'minimax',
  'groq',
  'cerebras',
  'xai',
  'openrouter',
  'vllm',
]

/** The APIs that repeat the sentences of OpenAI's Responses API. */
export const responsesLike: readonly string[] = ['openai-responses', 'azure-openai']
