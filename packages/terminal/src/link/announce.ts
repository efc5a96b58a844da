import { announce as announceRoute, type DeviceVersions } from '@gatehouse/contract/device/link.ts'
import { backOffMs } from '../lib/back-off.ts'
import type { Clock } from '../lib/clock.ts'
import { callServer } from './call-server.ts'
import type { Send } from './send.ts'
import { LinkError, isRefusedWith } from './link-error.ts'
import type { Trust } from './trust.ts'
import { randomBytes } from '../lib/random.ts'
import type { Identity, TerminalState } from '../state/terminal-state.ts'

export type AnnounceInput = {
  readonly send: Send
  readonly serverUrl: URL
  readonly versions: DeviceVersions
  readonly trust: Trust
  readonly state: TerminalState
  readonly clock: Clock
  readonly signal: AbortSignal
  onWaiting(checkCode: string): void
}

/**
 * Asks to be accepted, repeatedly, also over restarts: the secret is made once and kept. Throws LinkError if an
 * administrator has rejected this terminal (the next start asks with a new secret), and when it is cancelled.
 */
export async function announce({ state, ...input }: AnnounceInput): Promise<Identity> {
  const { send, serverUrl, versions, trust, clock, signal } = input
  state.announced ??= randomBytes(32).toBase64({ alphabet: 'base64url', omitPadding: true })
  const secret = state.announced
  let told = ''
  let failures = 0
  for (;;) {
    signal.throwIfAborted()
    let pauseMs: number
    try {
      const answer = await callServer({ send, serverUrl, credentials: null }, announceRoute, {
        body: { secret, versions },
        signal,
      })
      if (answer.ldid !== null) {
        return {
          ldid: answer.ldid,
          secret,
          serverUrl: serverUrl.href,
          certificateAuthority: trust.certificateAuthority,
        }
      }
      if (told !== answer.checkCode) input.onWaiting(answer.checkCode)
      told = answer.checkCode
      failures = 0
      pauseMs = answer.retrySeconds * 1000 * (0.8 + Math.random() * 0.4)
    } catch (error) {
      if (isRefusedWith(error, 'announcement.rejected')) {
        state.announced = null
        throw error
      }
      pauseMs = Math.max(backOffMs(++failures), error instanceof LinkError ? (error.retryAfterMs ?? 0) : 0)
    }
    await pause(clock, pauseMs, signal)
  }
}

function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const cancel = clock.after(ms, resolve)
    signal.addEventListener('abort', () => (cancel(), resolve()), { once: true })
  })
}
