export function GatewayPage() {
  return null
}
