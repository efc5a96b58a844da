import { createAttendanceArea } from '@gatehouse/contract/features/attendance/areas.ts'
import { listAttendanceRules } from '@gatehouse/contract/features/attendance/rules.ts'
import { startMuster } from '@gatehouse/contract/features/muster.ts'
import { createTimetable } from '@gatehouse/contract/features/timetables.ts'
import { createBlacklisted } from '@gatehouse/contract/features/blacklist.ts'
import { acceptAnnouncement, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { switchMake } from '@gatehouse/contract/features/service-config/device-makes.ts'
import {
  addPackagePart,
  createPackage,
  finishPackage,
  type PackageInput,
  publishPackage,
} from '@gatehouse/contract/features/upgrades.ts'
import { createVisitor } from '@gatehouse/contract/features/visitors.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { createTrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import type { Product } from '@gatehouse/testkit/start-product.ts'
import { seedPortrait } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { until } from '@gatehouse/testkit/until.ts'
import type { BrowserContextOptions } from '@playwright/test'
import type { FurtherIds, Ids } from '../pages-to-see.ts'

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Made once, by the first page of a worker: each has a product of its own. */
let further: Promise<FurtherIds> | undefined

export async function idsOfAll(at: { product: Product; session: Session; seeded: Ids }): Promise<Ids> {
  const token = at.session.cookies.find(({ name }) => name === 'token')?.value ?? ''
  further ??= seedFurther(askServer(at.product.url, token), at)
  return { ...at.seeded, ...(await further) }
}

/** One of each thing that has a page of its own and that no journey finds in the shared product; the muster is a drill. */
async function seedFurther(ask: Ask, { product, seeded }: { product: Product; seeded: Ids }): Promise<FurtherIds> {
  const { siteId, deviceId, personId } = seeded
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
  await seedAlikeFaces(ask, personId)
  const muster = await ask(startMuster, { body: { siteId, isDrill: true } })
  return {
    visitorId: visitor.id,
    timetableId: timetable.id,
    attendanceAreaId: area.id,
    attendanceRuleId: rule?.id ?? '',
    musterId: muster.id,
    controllerId: await seedController(ask, product.url),
    ...(await seedPackages(ask, product.dataFolder)),
  }
}

/** A second portrait of the person, and somebody on the blacklist with a third: a pair that somebody has to decide about. */
async function seedAlikeFaces(ask: Ask, personId: string): Promise<void> {
  const second = await seedPortrait(ask, photograph('franck_03909.jpg'))
  await ask(addPersonPortrait, { params: { id: personId }, body: { portraitId: second, force: true } })
  const portraitId = await seedPortrait(ask, photograph('franck_04035.jpg'))
  await ask(createBlacklisted, { body: { name: 'Jules Martin', portraitId, force: true } })
}

/** A controller of another make with four doors; what it and the server said stands on its page. */
async function seedController(ask: Ask, url: string): Promise<string> {
  await ask(switchMake, { params: { make: 'zkteco' }, body: { isOn: true } })
  const controller = createZkTerminal({
    dialect: 'acc',
    serialNumber: 'CJDE201260087',
    doors: 4,
    send: sendOverHttp(url),
  })
  const announcement = await until(async () => {
    await controller.handshake()
    return (await ask(listAnnouncements)).items[0]
  }, 'the controller waits to be accepted')
  const device = await ask(acceptAnnouncement, {
    params: { id: announcement.id },
    body: { name: 'Warehouse controller', location: 'Cabinet by the loading dock' },
  })
  await until(() => controller.handshake(), 'the controller is accepted')
  await controller.poll()
  controller.alarm('held', 2)
  await controller.deliver()
  return device.id
}

const firmware = {
  make: 'gatehouse',
  kind: 'firmware',
  title: 'Spring release',
  descriptionZh: '修复问题',
  descriptionEn: 'Fixes',
  manufacturer: 'Gatehouse',
  model: 'GT-1',
  hardwareVersions: '',
  fromVersions: '',
  packageName: null,
  version: '1.1.0',
  versionCode: null,
  form: 'full',
  baseVersion: null,
  strategy: 'silent',
  timedAt: null,
  isForced: false,
  fileName: 'firmware.bin',
} as const satisfies Omit<PackageInput, 'signature' | 'size'>

/** Firmware that is offered to the first devices, and an app that nobody has published yet. */
async function seedPackages(ask: Ask, dataFolder: string) {
  const key = await createTrustedKey(dataFolder)
  const upload = async (about: Omit<PackageInput, 'signature' | 'size'>) => {
    const bytes = new TextEncoder().encode(`${about.kind} ${about.version}`)
    const input = { ...about, size: bytes.length }
    const { id } = await ask(createPackage, { body: { ...input, signature: key.signatureOf(input, bytes) } })
    await ask(addPackagePart, {
      params: { id, number: 0 },
      body: { files: [{ name: about.fileName, content: bytes }] },
    })
    await ask(finishPackage, { params: { id } })
    return id
  }
  const firmwareId = await upload(firmware)
  await ask(publishPackage, {
    params: { id: firmwareId },
    body: {
      firstPercent: 10,
      firstDeviceIds: [],
      advance: 'manual',
      waitMinutes: 60,
      mostFailedPercent: 20,
      retries: 0,
    },
  })
  const appId = await upload({
    ...firmware,
    kind: 'application',
    title: 'Door app',
    model: null,
    packageName: 'com.example.door',
    versionCode: 12,
    version: '2.0',
    fileName: 'door.apk',
  })
  return { firmwareId, appId }
}
