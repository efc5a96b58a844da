import { createHttpSend } from '#platform'
import type { ReplyOf } from '@gatehouse/contract/client.ts'
import type { DeviceRoute } from '@gatehouse/contract/device/device-route.ts'
import type { Identity, TerminalState } from '../state/terminal-state.ts'
import { callServer, download, fetchBytes, type CallInput, type Caller, type Download } from './call-server.ts'
import { LinkError, isRefusedWith } from './link-error.ts'
import type { HttpSend, Send } from './send.ts'
import type { Trust } from './trust.ts'

export type ConnectionOptions = {
  readonly state: TerminalState
  /** Puts faults before the sender. */
  wrap(send: Send): Send
  /** Only while the terminal runs does anybody listen for the server's availability. */
  isHeard(): boolean
  onReachable(isReachable: boolean, reason: string): void
  onRejected(areCredentialsRejected: boolean): void
}

/** One terminal's line to its server: its trust, its identity, and whether the server is available. */
export type Connection = {
  readonly trust: Trust
  readonly send: Send
  readonly open: HttpSend['open']
  /** The terminal's identity. Throws if it is not paired. */
  caller(): Caller
  identity(): Identity
  call<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<ReplyOf<R>>
  fetchBytes<R extends DeviceRoute>(route: R, input: CallInput<R>): Promise<Uint8Array>
  download<R extends DeviceRoute>(route: R, input: CallInput<R>, file: Download): Promise<void>
  /** Trusts another authority from now on. */
  trustIn(trust: Trust): void
  /** At a start nothing is known of the server. */
  reset(): void
  /** Closes the sockets; the next call opens others. */
  close(): void
}

export function createConnection({ state, wrap, isHeard, onReachable, onRejected }: ConnectionOptions): Connection {
  let trust: Trust = { certificateAuthority: state.identity?.certificateAuthority ?? null }
  let http = createHttpSend(trust)
  let isReachable: boolean | undefined
  let areRejected = false
  const send = wrap((request) => http.send(request))

  function identity(): Identity {
    if (!state.identity) throw new Error('this terminal is not paired')
    return state.identity
  }

  function caller(): Caller {
    const { ldid, secret, serverUrl } = identity()
    return { send, serverUrl: new URL(serverUrl), credentials: `${ldid}.${secret}` }
  }

  /** Every call shows whether the server is available. */
  async function watched<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      const answer = await call
      setReachable(true, '')
      setRejected(false)
      return answer
    } catch (error) {
      if (!signal?.aborted && isRefusedWith(error, 'device.credentials-wrong')) setRejected(true)
      if (!signal?.aborted && error instanceof LinkError) setReachable(error.kind !== 'unreachable', error.message)
      throw error
    }
  }

  function setReachable(isNow: boolean, reason: string): void {
    if (isReachable === isNow || !isHeard()) return
    isReachable = isNow
    onReachable(isNow, reason)
  }

  function setRejected(areNow: boolean): void {
    // The server unbinds a terminal that leaves by a command before it answers the last call.
    if (areRejected === areNow || !isHeard() || state.isLeaving) return
    areRejected = areNow
    onRejected(areNow)
  }

  return {
    get trust() {
      return trust
    },
    send,
    open: (request) => http.open(request),
    caller,
    identity,
    call: (route, input) => watched(callServer(caller(), route, input), input.signal),
    fetchBytes: (route, input) => watched(fetchBytes(caller(), route, input), input.signal),
    download: (route, input, file) => watched(download(caller(), route, input, file), input.signal),
    trustIn(next) {
      trust = next
      http.close()
      http = createHttpSend(trust)
    },
    reset() {
      isReachable = undefined
      areRejected = false
    },
    close: () => http.close(),
  }
}
