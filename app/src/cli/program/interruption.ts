/** Waits for Ctrl-C, or for whoever ends processes. */
export function interruption(): Promise<void> {
  // To be interrupted is how the command ends, and no failure of it.
  process.removeAllListeners('SIGINT')
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}
