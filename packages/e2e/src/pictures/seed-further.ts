import { createAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { listAttendanceRules } from '@gatehouse/contract/features/attendance/rules.ts'
import { startMuster } from '@gatehouse/contract/features/muster.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { seedPortrait } from '@gatehouse/testkit/seeds/seed-staff.ts'
import type { BrowserContextOptions } from '@playwright/test'
import type { FurtherIds, Ids } from '../pages-to-see.ts'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Made once, by the first page of a worker: each has a product of its own. */
let further: Promise<FurtherIds> | undefined

export async function idsOfAll(at: { url: string; session: Session; seeded: Ids }): Promise<Ids> {
  const token = at.session.cookies.find(({ name }) => name === 'token')?.value ?? ''
  further ??= seedFurther(askServer(at.url, token), at.seeded)
  return { ...at.seeded, ...(await further) }
}

/** One of each thing that has a page of its own and that no journey finds in the shared product; the muster is a drill. */
async function seedFurther(ask: Ask, { siteId, deviceId, personId }: Ids): Promise<FurtherIds> {
  const now = Temporal.Now.instant()
  const visitor = await ask(createVisitor, {
    body: {
      name: 'Ada Whitlock',
      company: 'Whitlock & Sons',
      purpose: 'Calibration of the second bench',
      hostId: personId,
      validFromAt: now.subtract({ hours: 1 }).toString(),
      validToAt: now.add({ hours: 8 }).toString(),
      portraitId: await seedPortrait(ask, photograph('audrey.jpg')),
      force: true,
    },
  })
  const hours = [{ startMinute: 480, endMinute: 1_080 }]
  const timetable = await ask(createTimetable, {
    body: {
      name: 'Office hours',
      validFromOn: null,
      validToOn: null,
      week: [hours, hours, hours, hours, hours, [], []],
      holiday: [],
      holidays: [],
    },
  })
  const area = await ask(createAttendanceArea, {
    body: {
      name: 'Riverside',
      location: 'Riverside 12',
      latitude: 22.5431,
      longitude: 114.0579,
      radiusMetres: 250,
      deviceIds: [deviceId],
    },
  })
  const [rule] = await ask(listAttendanceRules)
  const muster = await ask(startMuster, { body: { siteId, isDrill: true } })
  return {
    visitorId: visitor.id,
    timetableId: timetable.id,
    attendanceAreaId: area.id,
    attendanceRuleId: rule?.id ?? '',
    musterId: muster.id,
  }
}
