import { headers, signedText, signingConstant, type Language } from '@gatehouse/contract/envelope.ts'
import { nowMs, zoneOffsetMinutes } from '../lib/clock.ts'
import { currentLanguage } from '../lib/language.ts'
import { readToken } from '../lib/session.ts'
import { hmacSha256Hex } from '../lib/sha256.ts'

/** `GMT+08:00` from the minutes that `Date.getTimezoneOffset` gives (UTC minus local). */
export function gmtOffset(offsetMinutes: number): string {
  const minutes = Math.abs(offsetMinutes)
  const pair = (value: number) => String(value).padStart(2, '0')
  return `GMT${offsetMinutes > 0 ? '-' : '+'}${pair(Math.floor(minutes / 60))}:${pair(minutes % 60)}`
}

type Caller = { token: string; nowMs: number; language: Language; offsetMinutes: number }

const thisCaller = (): Caller => ({
  token: readToken(),
  nowMs: nowMs(),
  language: currentLanguage(),
  offsetMinutes: zoneOffsetMinutes(),
})

/** REQ-03: what every request carries. */
export function requestHeaders(caller = thisCaller()): Record<string, string> {
  const timestamp = String(caller.nowMs)
  return {
    accept: 'application/json',
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    [headers.language]: caller.language.toUpperCase(),
    [headers.timeZone]: gmtOffset(caller.offsetMinutes),
    [headers.timestamp]: timestamp,
    [headers.sign]: hmacSha256Hex(signingConstant, signedText(timestamp, caller.token)),
    ...(caller.token && { [headers.token]: caller.token }),
  }
}
