import type { ToolRules } from '../transition/index.ts'
import type { AppliedRevision, GatewayAnswer, RepairRow } from './api.ts'

/** The gateway as the page sees it. The command connects both: neither knows the other. */
export interface GatewaySource {
  facts(): Promise<GatewayAnswer>
  /** Tells each request with faults; returns a function that ends it. */
  listen(told: (row: RepairRow) => void): () => void
  /** Tells each config that takes effect. */
  onRevision(told: (revision: AppliedRevision) => void): () => void
  /** The config file; undefined where the gateway follows none. */
  readonly configPath: string | undefined
  /** Writes the denied tools into the config file; gives the operation that `undo` takes. */
  readonly setDeny: ((tools: readonly string[]) => Promise<string | null>) | undefined
  /** The runs of the cleanings that a config has called for since the start. */
  readonly cleanings: ReadonlySet<string>
  /** The rules for tools in effect, and the sessions that the config lists. */
  rules(): ToolRules
}
