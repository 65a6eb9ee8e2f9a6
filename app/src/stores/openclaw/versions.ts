/**
 * The versions of OpenClaw that were compared with this store, by their published packages.
 *
 * ```
 * OpenClaw              schema   header
 * 2026.8.1 – 2026.9.2       19        3
 * 2026.9.3 – 2026.9.4       19        4
 * 2026.9.5                  21        4
 * 2026.9.6                  23        4
 * ```
 * A newer one is read, and not written to.
 */
export const versions = {
  checked: '2026-11-19',
  /** The schemas of its databases. */
  schema: { first: 19, last: 23 },
  /** The newest version in the header of a session. */
  header: 4,
} as const
