import type { IClientOptions } from 'mqtt'
import type { TerminalCore } from '../core/behaviour.ts'
import { httpRelay, type Relay } from '../door/relay.ts'
import { tlsOptions } from './tls-trust.ts'
import type { Trust } from '../link/trust.ts'

/** The platform of a terminal in Node. `browser.ts` has the same names. */
export { createHttpSend } from './http-send.ts'
export { learnCertificateAuthority } from './tls-trust.ts'
export { codeReader } from './zxing-reader.ts'
export { slowHash } from './slow-hash.ts'
export { shrinkCapture } from './shrink-capture.ts'

export const host = {
  speaksTcp: true,
  versions: {
    model: 'Software terminal',
    hardwareVersion: `${process.platform}-${process.arch}`,
    firmwareVersion: process.version,
    packageName: 'org.gatehouse.terminal',
  },
}

/** The relay at an address of the network; `output`: that of a floor of an elevator. */
export const networkRelay = (address: string, _call: TerminalCore['call'], output?: number): Relay =>
  httpRelay(`http://${address}/?seconds={seconds}${output === undefined ? '' : `&output=${output}`}`)

/** The way to MQTT on the server's own address. */
export function brokerOptions(trust: Trust): Partial<IClientOptions> {
  const tls = tlsOptions(trust)
  return { ...tls, wsOptions: webSocketOptions(tls) }
}

/** `ws` hands these to `tls.connect`; its types expect a boolean where Node's expect an Error or nothing. */
const webSocketOptions = (tls: object): object => tls
