import { learnCertificateAuthority } from '#platform'
import { hello, type DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { announce } from '../link/announce.ts'
import { pair } from '../link/pair.ts'
import { callServer } from '../link/call-server.ts'
import type { Connection } from '../link/connection.ts'
import { isRefusedWith } from '../link/link-error.ts'
import { normaliseFingerprint } from '../link/trust.ts'
import type { TerminalState } from '../state/terminal-state.ts'
import { instantOf, type Clock } from '../lib/clock.ts'

export type JoinOptions = {
  readonly serverUrl: string | undefined
  readonly pairingCode: string | undefined
  readonly announces: boolean | undefined
  readonly caFingerprint: string | undefined
  readonly versions: DeviceVersions
  readonly state: TerminalState
  readonly clock: Clock
  readonly connection: Connection
  readonly signal: AbortSignal
  onWaiting(checkCode: string): void
}

/**
 * Whether the terminal must pair first: it never was paired, or a code was given and the server no longer knows the
 * terminal.
 */
export async function mustJoin({ state, pairingCode, versions, clock, connection }: JoinOptions): Promise<boolean> {
  if (!state.identity) return true
  if (pairingCode === undefined) return false
  try {
    const body = { versions, clockAt: instantOf(clock.nowMs()), nextSequence: state.records.nextSequence }
    await callServer(connection.caller(), hello, { body })
    return false
  } catch (error) {
    return isRefusedWith(error, 'device.credentials-wrong')
  }
}

/** Pairs with the code, or asks until an administrator accepts this terminal. Throws LinkError when it can't. */
export async function join(options: JoinOptions): Promise<void> {
  const { state, connection, versions, pairingCode: code } = options
  const { serverUrl = state.identity?.serverUrl } = options
  if (serverUrl === undefined || (code === undefined && !options.announces)) {
    throw new Error(
      'This terminal is not paired: it needs --server with --pair CODE, or with --announce to be accepted in the console.',
    )
  }
  const url = new URL(serverUrl)
  const trust = { certificateAuthority: await findAuthority(url, options.caFingerprint) }
  connection.trustIn(trust)
  const { send } = connection
  const identity =
    code === undefined
      ? await announce({ ...options, send, serverUrl: url, trust })
      : await pair({ send, serverUrl: url, code, versions, trust })
  // The state of an ended pairing is of no use: its secret is dead and its numbers mean nothing.
  state.wipe()
  state.identity = identity
  await state.saved()
}

async function findAuthority(server: URL, caFingerprint: string | undefined): Promise<string | null> {
  if (caFingerprint === undefined || server.protocol !== 'https:') return null
  const fingerprint = normaliseFingerprint(caFingerprint)
  if (fingerprint === null) throw new Error('The fingerprint must be a SHA-256: 64 hexadecimal digits.')
  return learnCertificateAuthority(server, fingerprint)
}
