import type { ClientRequest } from 'node:http'

export type WireRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
  readonly signal?: AbortSignal
  /** Goes by a connection of its own, which is kept open. */
  readonly isUrgent?: boolean
  /**
   * Receives the bytes of a success as they arrive, instead of collecting them. An error that it throws ends the
   * transfer.
   */
  readonly onData?: (bytes: Uint8Array, status: number) => void
}

export type WireResponse = {
  readonly status: number
  readonly headers: { readonly location?: string; readonly 'retry-after'?: string }
  readonly body: Uint8Array
}

/** Sends one request and gives the whole answer. Throws LinkError `unreachable` if none came. */
export type Send = (request: WireRequest) => Promise<WireResponse>

export type HttpSend = {
  readonly send: Send
  /** A request that the caller writes itself, on a connection of its own: for faults. */
  open(request: WireRequest): ClientRequest
  close(): void
}
