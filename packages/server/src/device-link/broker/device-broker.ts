import type { DownHint } from '@gatehouse/contract/device/link.ts'

/** Where devices find the broker, as `hello` tells them. */
export type BrokerAddress = {
  url: string | null
  webSocketPath: string | null
  tcpPort: number | null
  keepaliveSeconds: number
}

/** What the server needs of an MQTT broker; hints may be lost, presence may come late. */
export type DeviceBroker = {
  readonly address: BrokerAddress
  hint(ldid: string, what: DownHint['what']): void
  /** Those who are connected to this process; of a broker elsewhere nobody can say. */
  connected(): string[]
  /** Whether hints can be sent: a broker elsewhere may be away. */
  isReachable(): boolean
  /** Called when a device comes or goes, or says that it is there. */
  onPresence(listener: (ldid: string, isOnline: boolean) => void): void
  /** Cuts the connection of a device that was unbound. */
  disconnect(ldid: string): void
  close(): Promise<void>
}

/** Half as long again without a sign of life, and a device counts as gone: 9 s. */
export const keepaliveSeconds = 6

export const hintPayload = (what: DownHint['what']) => JSON.stringify({ what } satisfies DownHint)
