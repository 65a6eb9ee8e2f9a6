import { isObject, listIn, objectIn } from '../json.ts'
import type { BoundForm } from './form.ts'

/** Requests to Bedrock Converse; settings of Claude's own stand in a member for those of the model. */
export const converseForm: BoundForm = {
  // The region, or the profile of several, stands before it.
  modelOf: ({ modelId }) => (typeof modelId === 'string' ? modelId.replace(/^.*anthropic\./, '') : modelId),
  thinkingIn: (document) => objectIn(document.additionalModelRequestFields, 'thinking'),
  betasOf: (document) => listIn(document.additionalModelRequestFields, 'anthropic_beta'),
  // Amazon's page names the second; the first was recorded to work, too.
  choosing: ['prefix_mismatch_behavior', 'mismatch_behavior'],
  systemOf: (document) => listIn(document, 'system'),
  toolsOf: (document) => listIn(document.toolConfig, 'tools'),
  blocksOf: (content) => (Array.isArray(content) ? content : []),
  signatureOf(block) {
    if (!isObject(block) || block.reasoningContent === undefined) return undefined
    const { redactedContent } = objectIn(block, 'reasoningContent')
    const { signature } = objectIn(block.reasoningContent, 'reasoningText')
    return redactedContent ?? signature ?? ''
  },
  unmarked: (block) => (isObject(block) && block.cachePoint !== undefined ? undefined : block),
}
