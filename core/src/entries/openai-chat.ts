import { type Door, followOf, openCallsOf, planOf, repairOf, scanOf } from '../door.ts'
import { openaiChat as format } from '../formats/openai-chat/index.ts'
import type { Known } from '../model/known.ts'
import type { Rulebook } from '../model/rulebook.ts'
import { deepseek } from '../rulebooks/deepseek.ts'
import { everywhereChat } from '../rulebooks/everywhere.ts'
import { glm } from '../rulebooks/glm.ts'
import { groq } from '../rulebooks/groq.ts'
import { kimi } from '../rulebooks/kimi.ts'
import { llamaCpp } from '../rulebooks/llama-cpp.ts'
import { minimax } from '../rulebooks/minimax.ts'
import { mistral } from '../rulebooks/mistral.ts'
import { ollama } from '../rulebooks/ollama.ts'
import { azureOpenai, openai, openrouter } from '../rulebooks/openai.ts'
import { qwen } from '../rulebooks/qwen.ts'
import { vllm } from '../rulebooks/vllm.ts'
import { xai } from '../rulebooks/xai.ts'
import { rules } from '../rules/index.ts'

export { apply } from '../engine/apply.ts'
export { invert } from '../engine/invert.ts'
export type * from '../types.ts'
export { format }

/** The APIs that speak this format. */
export const rulebooks: readonly Rulebook[] = [
  openai,
  deepseek,
  azureOpenai,
  kimi,
  qwen,
  minimax,
  mistral,
  openrouter,
  vllm,
  glm,
  groq,
  xai,
  ollama,
  llamaCpp,
  everywhereChat,
]

const known: Known = { formats: [format], rulebooks, rules }

export const scan: Door['scan'] = /* @__PURE__ */ scanOf(known)
export const plan: Door['plan'] = /* @__PURE__ */ planOf(known)
export const repair: Door['repair'] = /* @__PURE__ */ repairOf(known)
export const follow: Door['follow'] = /* @__PURE__ */ followOf(known)
export const openCalls: Door['openCalls'] = /* @__PURE__ */ openCallsOf(known)
