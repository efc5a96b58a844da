import { createArea, listDoors, updateDoor } from '@gatehouse/contract/features/sites.ts'
import { photograph } from '@gatehouse/testkit/photographs.ts'
import { idOf } from '@gatehouse/testkit/seeds/ids-by-name.ts'
import { findDevice, seedPairingCode } from '@gatehouse/testkit/seeds/real-terminals.ts'
import { seedDepartments } from '@gatehouse/testkit/seeds/seed-departments.ts'
import { seedGroups } from '@gatehouse/testkit/seeds/seed-groups.ts'
import { seedStaff } from '@gatehouse/testkit/seeds/seed-staff.ts'
import { createApplication } from '@gatehouse/contract/features/open-platform.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { type Ask, askServer } from '@gatehouse/testkit/ask-server.ts'
import { type DoorTerminal, startDoorTerminal } from './door-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'

/** The data of a product in use: people, an online device, records with pictures. */
export type SeededProduct = {
  personId: string
  blacklistedId: string
  deviceId: string
  recordId: string
  /** The site of its door, and an area in it. */
  siteId: string
  areaId: string
  doorId: string
  /** It waits for review. */
  applicationId: string
  terminal: DoorTerminal
}

/** Two departments, three people, a real terminal, and a record of somebody known and of a stranger. */
export async function seedProduct(product: { url: string; token: string }): Promise<SeededProduct> {
  const ask = askServer(product.url, product.token)
  const departments = await seedDepartments(ask, [
    { name: 'Operations', above: null },
    { name: 'Reception', above: 'Operations' },
  ])
  const person = await seedStaff(ask, {
    name: 'Franck Dernoncourt',
    jobId: 'A-0017',
    phone: '13800000001',
    email: 'franck@example.com',
    position: 'Facilities',
    departmentId: idOf(departments, 'Operations'),
    remark: 'Holds the keys of the archive.',
    picture: photograph('franck_02221.jpg'),
  })
  await seedStaff(ask, {
    name: '欧阳婉清',
    jobId: 'B-0004',
    phone: '+44-2079460000',
    departmentId: idOf(departments, 'Reception'),
    picture: photograph('audrey.jpg'),
  })
  // nobody knows a face without a portrait
  await seedStaff(ask, { name: 'A person with a rather long name who has no portrait and no department yet' })
  // Its camera shows photographs instead of people.
  const place = { name: 'Main entrance', location: 'Ground floor, by the river', direction: 'in' } as const
  const code = await seedPairingCode(ask, { ...place, checksLiveness: false })
  const terminal = await startDoorTerminal({ code, server: product.url })
  try {
    const [, ldid] = await terminal.says(/paired as (\S+)/, 0)
    await terminal.says(/knows [1-9]\d* people/, 0)
    const device = await findDevice(ask, ldid)
    const recordId = await makeRecords(ask, terminal, device.id)
    const placed = await placeDoor(ask, device.id)
    const blacklistedId = await blacklistSomebody(ask)
    const application = { name: 'Lift control', type: 'server', description: null, email: 'lifts@example.com' } as const
    const domain = 'lifts.example.com; 10.20.30.40'
    const applied = await ask(createApplication, { body: { ...application, domain } })
    return {
      personId: person.id,
      blacklistedId,
      deviceId: device.id,
      recordId,
      ...placed,
      applicationId: applied.id,
      terminal,
    }
  } catch (error) {
    await terminal.stop()
    throw error
  }
}

/** Lets the device's door lead into an area of its site; gives these. */
async function placeDoor(ask: Ask, deviceId: string) {
  const [door] = (await ask(listDoors, { query: { deviceId } })).items
  if (!door?.toArea) throw new Error('the device has no door')
  const { id: doorId, site, toArea, name, kind, hasContact } = door
  const { id: areaId } = await ask(createArea, { body: { parentAreaId: toArea.id, name: 'Lobby' } })
  const body = { name, kind, hasContact, readers: [{ deviceId }], siteId: site.id, fromAreaId: null, toAreaId: areaId }
  await ask(updateDoor, { params: { id: doorId }, body })
  return { siteId: site.id, areaId, doorId }
}

/** A group beside the default one, and a member of it who was moved to the blacklist; gives them. */
async function blacklistSomebody(ask: Ask) {
  const groups = await seedGroups(ask, 'staff', ['Night shift'])
  const groupIds = [idOf(groups, 'Night shift')]
  const { id } = await seedStaff(ask, { name: 'Mallory Gray', jobId: 'C-0099', groupIds })
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
