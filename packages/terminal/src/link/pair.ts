import { pairDevice, type DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { callServer } from './call-server.ts'
import type { Send } from './send.ts'
import type { Trust } from './trust.ts'
import type { Identity } from '../state/terminal-state.ts'

export type PairInput = {
  readonly send: Send
  readonly serverUrl: URL
  readonly code: string
  readonly versions: DeviceVersions
  readonly trust: Trust
}

/**
 * Joins with the code that the server's "add device" page shows. It works once: the code is used up, and if the answer
 * is lost a new code is needed. Throws LinkError (`device.code-wrong`, `device.serial-taken`, `licence.device-limit`
 * …).
 */
export async function pair({ send, serverUrl, code, versions, trust }: PairInput): Promise<Identity> {
  const { ldid, secret } = await callServer({ send, serverUrl, credentials: null }, pairDevice, {
    body: { code, versions },
  })
  return { ldid, secret, serverUrl: serverUrl.href, certificateAuthority: trust.certificateAuthority }
}
