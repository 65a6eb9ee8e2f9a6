// @ts-check

/**
 * A module of `core/dist`, or undefined where it is not built: what it would do is then reported as absent.
 *
 * @param {string} path @returns {Promise<any>}
 */
export async function optional(path) {
  const { href } = new URL(`../core/dist/${path}`, import.meta.url)
  try {
    return await import(href)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    if (isAbsent) return undefined
    throw error
  }
}
