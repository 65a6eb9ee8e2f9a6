const isQuick = process.env.MORTISE_QUICK === '1'

/** How many cases to draw: as many as `npm test` does, a tenth of that in `npm run test:quick`. */
export function amount(usual: number): number {
  return isQuick ? Math.ceil(usual / 10) : usual
}
