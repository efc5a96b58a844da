import type { DownHint } from '@gatehouse/contract/device/link.ts'

/** The addresses of the broker, as `hello` tells devices. */
export type BrokerAddress = {
  url: string | null
  webSocketPath: string | null
  tcpPort: number | null
  keepaliveSeconds: number
}

/** The functions of an MQTT broker that the server needs; hints may be lost, presence may come late. */
export type DeviceBroker = {
  readonly address: BrokerAddress
  hint(ldid: string, what: DownHint['what']): void
  /** The devices that are connected to this process; for an external broker they are unknown. */
  connected(): string[]
  /** Whether hints can be sent: an external broker may be unavailable. */
  isReachable(): boolean
  /** Called when a device connects, disconnects, or announces its presence. */
  onPresence(listener: (ldid: string, isOnline: boolean) => void): void
  /** Cuts the connection of a device that was unbound. */
  disconnect(ldid: string): void
  close(): Promise<void>
}

/** A device counts as offline after one and a half times this without a sign of life: 9 s. */
export const keepaliveSeconds = 6

export const hintPayload = (what: DownHint['what']) => JSON.stringify({ what } satisfies DownHint)
