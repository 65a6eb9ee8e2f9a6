// @ts-check
// Says how to mend a session when opencode reports an error that comes from a broken one. It reads, and writes nothing.
import { spawn } from 'node:child_process'

/**
 * @typedef {{ type: string, properties: { sessionID?: string, error?: { data?: { message?: string, responseBody?: string } } } }} Event
 * @typedef {{ tui: { showToast(toast: { body: { title: string, message: string, variant: 'warning', duration: number } }): Promise<unknown> } }} Client
 */

/** @param {{ client: Client }} input */
export const Mortise = async ({ client }) => ({
  /** @param {{ event: Event }} input */
  async event({ event }) {
    if (event.type !== 'session.error') return
    const { sessionID = '', error } = event.properties
    const told = `${error?.data?.message ?? ''}\n${error?.data?.responseBody ?? ''}`.trim()
    // The id becomes a part of a command that a person pastes.
    if (told === '' || !/^[\w-]+$/.test(sessionID) || !(await asksForRepair(told))) return
    const message = `The API refuses this session. Quit opencode, then: mortise repair ${sessionID}`
    await client.tui.showToast({ body: { title: 'Mortise', message, variant: 'warning', duration: 15_000 } })
  },
})

/** Whether an error is one that a repair of the session ends, as `mortise explain` says; no if the command is absent. @param {string} error @returns {Promise<boolean>} */
function asksForRepair(error) {
  return new Promise((resolve) => {
    const child = spawn('mortise', ['explain', '--json'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: 10_000,
    })
    let stdout = ''
    child.stdout.on('data', (piece) => {
      stdout += piece
    })
    child.on('error', () => resolve(false))
    child.on('close', () => {
      try {
        const { matched, next } = JSON.parse(stdout)
        resolve(matched === true && next === 'repair')
      } catch {
        resolve(false)
      }
    })
    // It may end before it has read all.
    child.stdin.on('error', () => {})
    child.stdin.end(error.slice(0, 1 << 20))
  })
}
