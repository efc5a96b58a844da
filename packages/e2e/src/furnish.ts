import { photographPath } from '@gatehouse/face/test/photographs.ts'
import { type Ask, askWith, listOf, textOf, uploadPortrait } from './ask-product.ts'
import { type DoorTerminal, startDoorTerminal } from './door-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'

/** What a product in use has: people, a device that is online, records with pictures. */
export type Furnished = {
  personId: string
  blacklistedId: string
  deviceId: string
  recordId: string
  /** It waits for review. */
  applicationId: string
  terminal: DoorTerminal
}

/** Two departments, three people, a real terminal, and a record of somebody known and of a stranger. */
export async function furnish(product: { url: string; token: string }): Promise<Furnished> {
  const ask = askWith(product)
  const operations = await ask('POST', '/v2/departments', { name: 'Operations' })
  const reception = await ask('POST', '/v2/departments', { name: 'Reception', parentId: textOf(operations, 'id') })
  const person = await ask('POST', '/v2/staff', {
    name: 'Franck Dernoncourt',
    jobId: 'A-0017',
    phone: '13800000001',
    email: 'franck@example.com',
    position: 'Facilities',
    departmentId: textOf(operations, 'id'),
    remark: 'Holds the keys of the archive.',
    portraitId: await uploadPortrait(ask, photographPath('franck_02221.jpg')),
    // other journeys in the same product may have enrolled the same photograph before
    force: true,
  })
  await ask('POST', '/v2/staff', {
    name: '欧阳婉清',
    jobId: 'B-0004',
    phone: '+44-2079460000',
    departmentId: textOf(reception, 'id'),
    portraitId: await uploadPortrait(ask, photographPath('audrey.jpg')),
    force: true,
  })
  // nobody knows a face without a portrait
  await ask('POST', '/v2/staff', { name: 'A person with a rather long name who has no portrait and no department yet' })
  // Photographs stand before its camera in the place of people.
  const place = { name: 'Main entrance', location: 'Ground floor, by the river', direction: 'in' }
  const planned = { ...place, checksLiveness: false }
  const code = textOf(await ask('POST', '/v2/devices/pairing-codes', planned), 'code')
  const terminal = await startDoorTerminal({ code, server: product.url })
  try {
    const [, ldid] = await terminal.says(/paired as (\S+)/, 0)
    await terminal.says(/knows [1-9]\d* people/, 0)
    const [device] = listOf(await ask('GET', `/v2/devices?keyword=${ldid ?? ''}`), 'items')
    const recordId = await makeRecords(ask, terminal, textOf(device, 'id'))
    const blacklistedId = await blacklistSomebody(ask)
    const application = { name: 'Lift control', type: 'server', description: null, email: 'lifts@example.com' }
    const domain = 'lifts.example.com; 10.20.30.40'
    const applied = await ask('POST', '/v2/open-platform/applications', { ...application, domain })
    return {
      personId: textOf(person, 'id'),
      blacklistedId,
      deviceId: textOf(device, 'id'),
      recordId,
      applicationId: textOf(applied, 'id'),
      terminal,
    }
  } catch (error) {
    await terminal.stop()
    throw error
  }
}

/** A group beside the default one, and a member of it who was moved to the blacklist; gives them. */
async function blacklistSomebody(ask: Ask) {
  const groupId = textOf(await ask('POST', '/v2/staff-groups', { name: 'Night shift' }), 'id')
  const person = await ask('POST', '/v2/staff', { name: 'Mallory Gray', jobId: 'C-0099', groupIds: [groupId] })
  const id = textOf(person, 'id')
  await ask('POST', '/v2/blacklist/move-in', { personIds: [id], reason: 'Lent the badge to strangers.' })
  return id
}

/** Somebody known and a stranger; gives the record of the first. */
async function makeRecords(ask: Ask, terminal: DoorTerminal, deviceId: string) {
  await terminal.show('franck_04000.jpg')
  await terminal.show('cage.jpg')
  const records = await until(
    async () => {
      const records = listOf(await ask('GET', `/v2/records?deviceId=${deviceId}`), 'items')
      return records.length === 2 && records
    },
    'both records have arrived',
    { see: () => terminal.output() },
  )
  return textOf(records[1], 'id')
}
