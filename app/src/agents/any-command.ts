import { type AgentPlan, type AgentSurroundings, hasBedrock, told } from './guidance.ts'

/** A command that is not known by name gets every variable that clients read. */
export function anyCommand({ environment }: AgentSurroundings): AgentPlan {
  return {
    environment,
    guide: ({ url }) =>
      told({
        ANTHROPIC_BASE_URL: url,
        OPENAI_BASE_URL: `${url}/v1`,
        OPENAI_API_BASE: `${url}/v1`,
        GOOGLE_GEMINI_BASE_URL: url,
        ...(hasBedrock(environment) ? { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: url } : {}),
      }),
  }
}
