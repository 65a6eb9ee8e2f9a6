import { type Rulebook, rulebooks } from '@mortise/core'

/** The API of a provider, by the name that an agent gives to it; undefined where no rulebook knows the name. */
export function apiOfProvider(provider: string, format?: string): string | undefined {
  const isNamed = ({ providers }: Rulebook): boolean =>
    providers?.some((name) => provider.startsWith(name)) === true
  return rulebooks.find((book) => (format ?? book.format) === book.format && isNamed(book))?.name
}

/** The API of whoever made a model, by the model's own name. */
export function makerOf(model: string): string | undefined {
  return rulebooks.find(
    ({ providers, serves }) =>
      providers !== undefined && serves !== undefined && new RegExp(serves, 'i').test(model),
  )?.name
}
