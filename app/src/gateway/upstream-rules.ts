import type { ReloadRule } from '../config/index.ts'

/** How changes of an upstream take effect where they need no new gateway: members of every kind, and of Bedrock's. */
export const upstreamRules: readonly ReloadRule[] = ['key', 'passthrough', 'region', 'binding'].map(
  (member) => ({
    prefix: `upstreams.*.${member}`,
    kind: 'hot',
  }),
)
