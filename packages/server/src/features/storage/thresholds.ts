import { bytesPerGb, type StorageSettings, type StorageState } from '@gatehouse/contract/features/storage.ts'

type Thresholds = StorageState['defaults']
type Disk = { freeBytes: number; totalBytes: number }

/** Those of the specification, which belong to disks of 200 GB and more. */
const most = { warnGb: 40, overwriteGb: 20 }
const shares = { warnGb: 5, overwriteGb: 10 }
/** With less than 384 MiB the server may be left reading only: overwriting must give it more. */
const least = { warnGb: 1, overwriteGb: 0.5 }

/** A fifth and a tenth of the disk, to a tenth of a GB. */
export function defaultThresholds(totalBytes: number): Thresholds {
  const part = (name: keyof Thresholds) => {
    const share = Math.round((totalBytes / bytesPerGb / shares[name]) * 10) / 10
    return Math.min(most[name], Math.max(least[name], share))
  }
  return { warnGb: part('warnGb'), overwriteGb: part('overwriteGb') }
}

/** What counts: what was set, and the defaults of the disk for the rest. */
export function thresholdsOf(own: StorageSettings, totalBytes: number): Thresholds {
  const { warnGb, overwriteGb } = defaultThresholds(totalBytes)
  return { warnGb: own.warnGb ?? warnGb, overwriteGb: own.overwriteGb ?? overwriteGb }
}

const dayS = 86_400
/** With less of the disk than this nobody can wait for the notice. */
const emergencyShare = 0.02

/** For how many seconds the notice has to stand before anything goes; 0: it has stood for a day, or there is no time for it. */
export const secondsOfNotice = ({ freeBytes, totalBytes }: Disk, noticeS: number) =>
  freeBytes < totalBytes * emergencyShare ? 0 : Math.max(0, dayS - noticeS)

/**
 * Up to how many free bytes history may be overwritten now: up to the threshold after a day of notice, and before it only as far as nobody
 * can wait.
 */
export const overwriteUpTo = ({ totalBytes }: Disk, overwriteGb: number, noticeS: number) =>
  noticeS >= dayS ? overwriteGb * bytesPerGb : Math.min(overwriteGb * bytesPerGb, totalBytes * emergencyShare)
