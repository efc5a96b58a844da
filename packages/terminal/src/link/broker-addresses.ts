import type { Session } from '../core/messages.ts'

export type BrokerAddress = {
  readonly url: string
  /** It is the server itself, so the server's certificate authority is the one to trust. */
  readonly isServers: boolean
}

/**
 * The addresses of MQTT, the best first: a separate broker, if the server names one; else TCP on the server's host
 * (only beside plain HTTP, for that port is not encrypted, and not from a browser); else WebSocket on the server's own
 * address.
 */
export function brokerAddresses(broker: Session['broker'], serverUrl: string, speaksTcp: boolean): BrokerAddress[] {
  if (broker.url !== null) return [{ url: broker.url, isServers: false }]
  const server = new URL(serverUrl)
  const isSecure = server.protocol === 'https:'
  const addresses: BrokerAddress[] = []
  if (speaksTcp && broker.tcpPort !== null && !isSecure) {
    addresses.push({ url: `mqtt://${server.hostname}:${broker.tcpPort}`, isServers: true })
  }
  if (broker.webSocketPath !== null) {
    const url = new URL(broker.webSocketPath, server)
    url.protocol = isSecure ? 'wss:' : 'ws:'
    addresses.push({ url: url.href, isServers: true })
  }
  return addresses
}
