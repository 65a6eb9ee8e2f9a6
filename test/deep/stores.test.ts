// What every store keeps, with each sample cut at each of its bytes.
import '../stores/claude-code.test.ts'
import '../stores/neovate.test.ts'
import '../stores/openclaw.test.ts'
import '../stores/pi.test.ts'
import '../stores/task-family.test.ts'
import { agentsAreUnderstood } from '../stores/sent.ts'

agentsAreUnderstood(5000)
