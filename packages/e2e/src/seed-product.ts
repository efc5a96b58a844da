import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { createPairingCode, listDevices } from '@gatehouse/contract/features/devices.ts'
import { createApplication } from '@gatehouse/contract/features/open-platform.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { uploadPhotograph } from './upload-photograph.ts'
import { type DoorTerminal, startDoorTerminal } from './door-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'

/** What a product in use has: people, a device that is online, records with pictures. */
export type SeededProduct = {
  personId: string
  blacklistedId: string
  deviceId: string
  recordId: string
  /** It waits for review. */
  applicationId: string
  terminal: DoorTerminal
}

/** Two departments, three people, a real terminal, and a record of somebody known and of a stranger. */
export async function seedProduct(product: { url: string; token: string }): Promise<SeededProduct> {
  const ask = askServer(product.url, product.token)
  const operations = await ask(createDepartment, { body: { name: 'Operations' } })
  const reception = await ask(createDepartment, { body: { name: 'Reception', parentId: operations.id } })
  const person = await ask(createStaff, {
    body: {
      name: 'Franck Dernoncourt',
      jobId: 'A-0017',
      phone: '13800000001',
      email: 'franck@example.com',
      position: 'Facilities',
      departmentId: operations.id,
      remark: 'Holds the keys of the archive.',
      portraitId: await uploadPhotograph(ask, photographPath('franck_02221.jpg')),
      // other journeys in the same product may have enrolled the same photograph before
      force: true,
    },
  })
  await ask(createStaff, {
    body: {
      name: '欧阳婉清',
      jobId: 'B-0004',
      phone: '+44-2079460000',
      departmentId: reception.id,
      portraitId: await uploadPhotograph(ask, photographPath('audrey.jpg')),
      force: true,
    },
  })
  // nobody knows a face without a portrait
  await ask(createStaff, {
    body: { name: 'A person with a rather long name who has no portrait and no department yet' },
  })
  // Photographs stand before its camera in the place of people.
  const place = { name: 'Main entrance', location: 'Ground floor, by the river', direction: 'in' } as const
  const planned = { ...place, checksLiveness: false }
  const code = (await ask(createPairingCode, { body: planned })).code
  const terminal = await startDoorTerminal({ code, server: product.url })
  try {
    const [, ldid] = await terminal.says(/paired as (\S+)/, 0)
    await terminal.says(/knows [1-9]\d* people/, 0)
    const [device] = (await ask(listDevices, { query: { keyword: ldid ?? '' } })).items
    if (!device) throw new Error('the terminal is in no list')
    const recordId = await makeRecords(ask, terminal, device.id)
    const blacklistedId = await blacklistSomebody(ask)
    const application = { name: 'Lift control', type: 'server', description: null, email: 'lifts@example.com' } as const
    const domain = 'lifts.example.com; 10.20.30.40'
    const applied = await ask(createApplication, { body: { ...application, domain } })
    return {
      personId: person.id,
      blacklistedId,
      deviceId: device.id,
      recordId,
      applicationId: applied.id,
      terminal,
    }
  } catch (error) {
    await terminal.stop()
    throw error
  }
}

/** A group beside the default one, and a member of it who was moved to the blacklist; gives them. */
async function blacklistSomebody(ask: Ask) {
  const groupId = (await ask(groupRoutesOf.staff.create, { body: { name: 'Night shift' } })).id
  const person = await ask(createStaff, { body: { name: 'Mallory Gray', jobId: 'C-0099', groupIds: [groupId] } })
  const id = person.id
  await ask(moveToBlacklist, { body: { personIds: [id], reason: 'Lent the badge to strangers.' } })
  return id
}

/** Somebody known and a stranger; gives the record of the first. */
async function makeRecords(ask: Ask, terminal: DoorTerminal, deviceId: string) {
  await terminal.show('franck_04000.jpg')
  await terminal.show('cage.jpg')
  const { id } = await until(
    async () => {
      const records = (await ask(listRecords, { query: { deviceId } })).items
      const [, known] = records
      return records.length === 2 && known
    },
    'both records have arrived',
    { see: () => terminal.output() },
  )
  return id
}
