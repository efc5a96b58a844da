import { triggerRelay } from '@gatehouse/contract/device/link.ts'
import type { IClientOptions } from 'mqtt'
import { timedRelay } from '../door/relay.ts'
import { callRelay } from './call-relay.ts'
import { createFetchSend } from './fetch-send.ts'
import { workerCodeReader } from './face/face-link.ts'
import { LinkError } from '../link/link-error.ts'
import type * as node from '../node/platform.ts'

/** The platform of a terminal in a page of a browser; see `node.ts`. */
export const createHttpSend: typeof node.createHttpSend = () => createFetchSend()

/** A page calls the server that it comes from: the browser has decided to trust it. */
export const learnCertificateAuthority: typeof node.learnCertificateAuthority = async () => {
  throw new LinkError('refused', 'In a browser the fingerprint is of no use: the browser itself checks the server.')
}

export const codeReader = workerCodeReader

export { slowHash } from './hash-link.ts'

/** The camera of a page makes its pictures small enough, and without metadata. */
export const shrinkCapture: typeof node.shrinkCapture = async (picture) => new Uint8Array(picture)

export const host: typeof node.host = {
  speaksTcp: false,
  versions: {
    model: 'Browser terminal',
    hardwareVersion: navigator.userAgent.match(/\(([^;)]+)/)?.[1]?.slice(0, 64) ?? 'browser',
    firmwareVersion: navigator.userAgent.match(/(Firefox|Edg|Chrome|Version)\/\d+/)?.[0] ?? 'browser',
    packageName: 'org.gatehouse.terminal.browser',
  },
}

/** The time that a person at the door waits for the server. */
const patienceMs = 1_500

/**
 * The server comes first: it hears the relay's answer, and a page that came over HTTPS may not always use plain HTTP.
 * If the server is unavailable, or does not reach the relay, the page calls it.
 */
export const networkRelay: typeof node.networkRelay = (address, call, output) =>
  timedRelay(async (seconds) => {
    try {
      await call(triggerRelay, { body: { seconds, output }, signal: AbortSignal.timeout(patienceMs) })
    } catch (byServer) {
      await callRelay(address, seconds, output).catch((byPage: unknown) => {
        throw new AggregateError(
          [byServer, byPage],
          `neither the server nor this page: ${String(byServer)}, ${String(byPage)}`,
        )
      })
    }
  })

export const brokerOptions = (): Partial<IClientOptions> => ({})
