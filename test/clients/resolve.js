// @ts-check

/**
 * Finds packages among those that are installed here, where they are not found otherwise.
 *
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  try {
    return await next(specifier, context)
  } catch (error) {
    const isName = /^[@a-z]/.test(specifier) && !specifier.includes(':')
    if (!isName) throw error
    return next(specifier, { ...context, parentURL: import.meta.url })
  }
}
