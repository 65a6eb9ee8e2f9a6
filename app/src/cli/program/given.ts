/** The members of an object that have a value: `{ api: undefined, tail: 'open' }` gives `{ tail: 'open' }`. */
export function given<Members extends object>(members: Members): Given<Members> {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined),
  ) as Given<Members>
}

/** The same members, each of which may be left out but is never undefined. */
export type Given<Members extends object> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> }
