export { type Sandbox, type SandboxOptions, type SeenRequest, startSandbox } from './sandbox.ts'
export type { Failure, Line, Scenario, ScriptedCall, Step } from './scenario.ts'
