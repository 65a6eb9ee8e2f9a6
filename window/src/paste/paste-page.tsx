export function PastePage() {
  return null
}
