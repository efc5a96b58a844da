import type { PackageOffer } from '@gatehouse/contract/device/packages.ts'

export type Moment = {
  nowMs: number
  timeZone: string
  isAgreed: boolean
  /** Nobody stands here, and the door is closed. */
  isIdle: boolean
}

/** `ask`: somebody must agree. A number: not before this many milliseconds from now. */
export type InstallTime = 'now' | 'ask' | number

/** The time after which a busy terminal looks again. */
const busyMs = 5_000

export function whenToInstall(
  { strategy, isForced, timedAt }: Pick<PackageOffer, 'strategy' | 'isForced' | 'timedAt'>,
  { nowMs, timeZone, isAgreed, isIdle }: Moment,
): InstallTime {
  if (strategy === 'timed' && timedAt !== null) {
    const leftMs = epochMsOf(timedAt, timeZone) - nowMs
    if (leftMs > 0) return leftMs
  }
  if (strategy === 'normal' && !isForced && !isAgreed) return 'ask'
  return isForced || isIdle ? 'now' : busyMs
}

/** A wall-clock time of this terminal's zone; of UTC if it does not know the zone. */
function epochMsOf(local: string, timeZone: string): number {
  const time = Temporal.PlainDateTime.from(local)
  try {
    return time.toZonedDateTime(timeZone).epochMilliseconds
  } catch {
    return time.toZonedDateTime('UTC').epochMilliseconds
  }
}
