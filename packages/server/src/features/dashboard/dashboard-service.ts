import {
  type DashboardFigures,
  maxBusyPlaces,
  maxCounted,
  maxFaces,
  type RecognitionCounts,
  type SystemNotice,
} from '@gatehouse/contract/features/dashboard.ts'
import { bytesPerGb, type StorageState } from '@gatehouse/contract/features/storage.ts'
import { can, type Permission, type Role, seesStaffRecords } from '@gatehouse/contract/permissions.ts'
import type { DiskProbe } from '../../lib/disk-space.ts'
import type { Services } from '../../ctx.ts'
import { readMissedPunchPortraits, readSummary } from '../attendance/reports/statistics-reads.ts'
import { readCompany } from '../../company/company-reads.ts'
import { readInternetStop } from '../deployment/deployment-reads.ts'
import { readPlaces } from '../inside/inside-reads.ts'
import { readStorage } from '../storage/storage-reads.ts'
import {
  type KindCounts,
  noCounts,
  readAttention,
  readCheckInHours,
  readCheckIns,
  readDeviceCounts,
  readDoorAlarmHours,
  readDoorAlarms,
  readHours,
  readIsSetUp,
  readOpenAlarms,
  readStrangerDoors,
} from './dashboard-reads.ts'

export type FigureNeeds = Pick<Services, 'db' | 'clock'> & {
  measureDisk: DiskProbe
  /** The check-ins by hour that a date usually has; null if nobody came on such a day. */
  usual: (on: Temporal.PlainDate, timeZone: string) => Promise<number[] | null>
  /** The end of the last licence, including those loaded ahead, and whether that one is a trial. */
  licence: () => { valid_to: string; kind: string } | undefined
}

/** Everything that any dashboard shows, for all roles; `figuresOf` gives each its part. */
export async function readFigures(needs: FigureNeeds) {
  const { db, clock } = needs
  const { timeZone } = await readCompany(db)
  const now = clock.now()
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate()
  const todayFrom = today.toZonedDateTime({ timeZone }).toInstant().toString()
  const day = { from: todayFrom, to: today.add({ days: 1 }).toZonedDateTime({ timeZone }).toInstant().toString() }
  const todayOn = today.toString()
  const yesterdayOn = today.subtract({ days: 1 }).toString()
  const [hours, strangerDoors, devices, doorAccess, doorAlarmHours, openAlarms, attendance, missedPunchPortraitIds] =
    await Promise.all([
      readHours(db, todayFrom, timeZone),
      readStrangerDoors(db, day),
      readDeviceCounts(db, day),
      readDoorAlarms(db, day),
      readDoorAlarmHours(db, day, timeZone),
      readOpenAlarms(db),
      readSummary(db, yesterdayOn),
      readMissedPunchPortraits(db, yesterdayOn, maxFaces),
    ])
  const [present, [checkInHours], usual, attention, storage, internet, isSetUp, places] = await Promise.all([
    readCheckIns(db, todayOn),
    readCheckInHours(db, [todayOn], timeZone),
    needs.usual(today, timeZone),
    readAttention(db),
    readStorage(needs, needs.measureDisk),
    readInternetStop(db, clock),
    readIsSetUp(db),
    readPlaces(db, undefined, true),
  ])
  const licence = needs.licence()
  return {
    readAt: now.toString(),
    isSetUp,
    timeZone,
    todayOn,
    todayFrom,
    yesterdayOn,
    hours,
    strangerDoors,
    devices,
    doorAccess,
    doorAlarmHours,
    openAlarms,
    attendance,
    missedPunchPortraitIds,
    checkIns: { ...present, hours: checkInHours ?? [], usual },
    attention,
    storage,
    internet,
    licence,
    places,
  }
}
export type AllFigures = Awaited<ReturnType<typeof readFigures>>

/** The permission for each kind of attention. */
const attentionPermission = {
  'offline-devices': 'device.read',
  'failed-syncs': 'device.read',
  'waiting-devices': 'device.write',
  'failed-firmware': 'upgrade.read',
  'failed-applications': 'upgrade.read',
  'pending-registrations': 'registration.read',
  'pending-visits': 'visitor.read',
  'pending-punches': 'attendance.read',
} as const satisfies Record<DashboardFigures['attention'][number]['kind'], Permission>

/** The part of the figures that a role may see; the arrangement is that of the account. */
export function figuresOf(all: AllFigures, role: Role): Omit<DashboardFigures, 'arrangement'> {
  const may = (permission: Permission) => can(role, permission)
  const seesStaff = seesStaffRecords(role)
  const seesRecords = may('record.read')
  const { devices, attendance, attention } = all
  return {
    readAt: all.readAt,
    isSetUp: all.isSetUp,
    timeZone: all.timeZone,
    todayOn: all.todayOn,
    todayFrom: all.todayFrom,
    recognitions: seesRecords ? countsFor(all.hours.reduce(addCounts, noCounts()), seesStaff) : null,
    strangerDoors: seesRecords ? all.strangerDoors : null,
    hours: seesRecords ? all.hours.map((counts) => countsFor(counts, seesStaff)) : null,
    inside: may('inside.count') ? insideFor(all, may('inside.staff') || !may('inside.read')) : null,
    checkIns: may('attendance.read') ? all.checkIns : null,
    devices: may('device.read')
      ? {
          total: devices.total,
          online: devices.online,
          offline: devices.total - devices.online,
          items: devices.items.map((device) => ({
            id: device.id,
            name: device.name,
            location: device.location,
            isOnline: device.is_online,
            changedAt: device.online_changed_at,
            recognitions: seesRecords ? device.records : null,
          })),
        }
      : null,
    alarms: may('alarm.read') ? { doorAccess: all.doorAccess, hours: all.doorAlarmHours, open: all.openAlarms } : null,
    attendance: may('attendance.read')
      ? {
          on: all.yesterdayOn,
          late: attendance.late,
          earlyLeave: attendance.earlyLeave,
          absence: attendance.absence,
          missedPunch: attendance.missedPunch,
          missedPunchPortraitIds: all.missedPunchPortraitIds,
          workdayOvertime: attendance.workdayOvertime,
          holidayOvertime: attendance.holidayOvertime,
        }
      : null,
    attention: attentionKindsOf(role).flatMap((kind) => {
      const counted = attention[kind]
      // Offline devices are counted to the end: the card of the devices shows their number too.
      const isMore = kind !== 'offline-devices' && counted > maxCounted
      const count = isMore ? maxCounted : counted
      return count > 0 ? [{ kind, count, isMore, oneId: attention.ones[kind] ?? null }] : []
    }),
    notices: noticesFor(all, role),
  }
}

/** A role that sees visitors alone gets their number alone. */
function insideFor({ places }: AllFigures, countsStaff: boolean): DashboardFigures['inside'] {
  const countOf = ({ people, visitors }: { people: number; visitors: number }) => (countsStaff ? people : visitors)
  const sumOf = (key: 'people' | 'visitors') => places.sites.reduce((sum, site) => sum + site[key], 0)
  const by = places.sites.length === 1 ? 'area' : 'site'
  const busy = (by === 'area' ? places.areas : places.sites)
    .map((place) => ({ id: place.id, name: place.name, people: countOf(place) }))
    .filter(({ people }) => people > 0)
    .toSorted((a, b) => b.people - a.people)
  return {
    people: sumOf(countsStaff ? 'people' : 'visitors'),
    visitors: sumOf('visitors'),
    by,
    places: busy.slice(0, maxBusyPlaces),
  }
}

/** The weeks of which a usual day is the mean. */
const usualWeeks = 4
/** Past days change seldom. */
const usualMs = 3_600_000

/** The usual day of a date, which is read once an hour at most. */
export function keepUsual(db: Services['db']): FigureNeeds['usual'] {
  let kept: { key: string; untilMs: number; hours: Promise<number[] | null> } | undefined
  const read = async (on: Temporal.PlainDate, timeZone: string) => {
    const dates = Array.from({ length: usualWeeks }, (_, week) => on.subtract({ weeks: week + 1 }).toString())
    const days = (await readCheckInHours(db, dates, timeZone)).filter((hours) => hours.some((count) => count > 0))
    if (days.length === 0) return null
    return Array.from({ length: 24 }, (_, hour) =>
      Math.round(days.reduce((sum, hours) => sum + (hours[hour] ?? 0), 0) / days.length),
    )
  }
  return (on, timeZone) => {
    const key = `${on.toString()} ${timeZone}`
    if (kept?.key !== key || kept.untilMs < performance.now()) {
      const hours = read(on, timeZone)
      // A failure is not kept.
      hours.catch(() => (kept = undefined))
      kept = { key, untilMs: performance.now() + usualMs, hours }
    }
    return kept.hours
  }
}

const attentionKindsOf = (role: Role) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant are its keys
  (Object.keys(attentionPermission) as (keyof typeof attentionPermission)[]).filter((kind) =>
    can(role, attentionPermission[kind]),
  )

function addCounts(sum: KindCounts, counts: KindCounts): KindCounts {
  return {
    staff: sum.staff + counts.staff,
    visitor: sum.visitor + counts.visitor,
    stranger: sum.stranger + counts.stranger,
    spoof: sum.spoof + counts.spoof,
    blacklisted: sum.blacklisted + counts.blacklisted,
  }
}

function countsFor(counts: KindCounts, seesStaff: boolean): RecognitionCounts {
  const { staff, visitor, stranger, spoof, blacklisted } = counts
  const others = visitor + stranger + spoof + blacklisted
  return { total: seesStaff ? staff + others : others, staff: seesStaff ? staff : null, visitor, stranger }
}

/** From this number of days on the notice is shown; it is below thirty, so that a trial does not begin with it. */
const licenceWarnDays = 30
const trialWarnDays = 7

function noticesFor({ storage, internet, licence, readAt }: AllFigures, role: Role): SystemNotice[] {
  const notices: SystemNotice[] = []
  const disk = diskNotice(storage)
  if (disk) notices.push(disk)
  if (licence && can(role, 'licence.manage')) {
    const days = Math.floor(Temporal.Instant.from(licence.valid_to).since(readAt).total('hours') / 24)
    if (days >= 0 && days < (licence.kind === 'trial' ? trialWarnDays : licenceWarnDays))
      notices.push({ kind: 'licence-expires', days, endsAt: licence.valid_to })
  }
  if (internet) notices.push({ kind: 'internet-deployed', ...internet })
  return notices
}

function diskNotice({ thresholds, freeBytes, daysLeft, beginsAt, overwritten, nothingLeftAt }: StorageState) {
  const { warnGb, overwriteGb } = thresholds
  if (freeBytes < overwriteGb * bytesPerGb) {
    const capturesUntilAt = overwritten.find(({ kind }) => kind === 'captures')?.untilAt ?? null
    const isNothingLeft = nothingLeftAt !== null
    return { kind: 'disk-overwriting' as const, freeBytes, overwriteGb, beginsAt, capturesUntilAt, isNothingLeft }
  }
  return freeBytes < warnGb * bytesPerGb ? { kind: 'disk-low' as const, freeBytes, warnGb, daysLeft } : undefined
}
