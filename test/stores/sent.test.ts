import { agentsAreUnderstood } from './sent.ts'

agentsAreUnderstood(100)
