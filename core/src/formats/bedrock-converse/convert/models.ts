/** Whether a model is Claude, or may be: a profile of one's own does not tell its model. */
export function isClaude(model: string | undefined): boolean {
  return model === undefined || /claude|anthropic|^arn:/.test(model)
}
