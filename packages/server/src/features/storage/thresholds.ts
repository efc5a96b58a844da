import { bytesPerGb, type StorageSettings, type StorageState } from '@gatehouse/contract/features/storage.ts'

type Thresholds = StorageState['defaults']
type Disk = { freeBytes: number; totalBytes: number }

/** The thresholds of the specification, which are meant for disks of 200 GB and more. */
const most = { warnGb: 40, overwriteGb: 20 }
const shares = { warnGb: 5, overwriteGb: 10 }
/** With less than 384 MiB the server may become read-only: overwriting must leave more. */
const least = { warnGb: 1, overwriteGb: 0.5 }

/** A fifth and a tenth of the disk, to a tenth of a GB. */
export function defaultThresholds(totalBytes: number): Thresholds {
  const part = (name: keyof Thresholds) => {
    const share = Math.round((totalBytes / bytesPerGb / shares[name]) * 10) / 10
    return Math.min(most[name], Math.max(least[name], share))
  }
  return { warnGb: part('warnGb'), overwriteGb: part('overwriteGb') }
}

/** The thresholds in force: the set ones, and the defaults of the disk for the rest. */
export function thresholdsOf(own: StorageSettings, totalBytes: number): Thresholds {
  const { warnGb, overwriteGb } = defaultThresholds(totalBytes)
  return { warnGb: own.warnGb ?? warnGb, overwriteGb: own.overwriteGb ?? overwriteGb }
}

const dayS = 86_400
/** With less of the disk than this the notice cannot wait. */
const emergencyShare = 0.02

/**
 * The seconds for which the notice still has to stand before anything is deleted; 0: it has stood for a day, or there
 * is no time for it.
 */
export const secondsOfNotice = ({ freeBytes, totalBytes }: Disk, noticeS: number) =>
  freeBytes < totalBytes * emergencyShare ? 0 : Math.max(0, dayS - noticeS)

/**
 * The number of free bytes up to which history may be overwritten now: up to the threshold after a day of notice, and
 * before it only as far as necessary.
 */
export const overwriteUpTo = ({ totalBytes }: Disk, overwriteGb: number, noticeS: number) =>
  noticeS >= dayS ? overwriteGb * bytesPerGb : Math.min(overwriteGb * bytesPerGb, totalBytes * emergencyShare)
