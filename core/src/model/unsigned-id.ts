/** Stands between a call's id and the signature that travels in it; gateways share it. */
export const signatureMark = '__thought__'

/** The id without a signature that a gateway put into it. */
export function unsignedId(id: string): string {
  const end = id.indexOf(signatureMark)
  return end > 0 ? id.slice(0, end) : id
}
