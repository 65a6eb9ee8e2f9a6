/** Who repeats the sentences of Anthropic's own API. */
export const anthropicLike: readonly string[] = ['anthropic', 'anthropic-strict', 'bedrock']

/** Who repeats the sentences of OpenAI's chat API. */
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

/** Who repeats the sentences of OpenAI's Responses API. */
export const responsesLike: readonly string[] = ['openai-responses', 'azure-openai']
