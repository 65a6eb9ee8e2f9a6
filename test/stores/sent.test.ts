import { agentsAreUnderstood, apisAreQuoted } from './sent.ts'

agentsAreUnderstood(100)
apisAreQuoted(100)
