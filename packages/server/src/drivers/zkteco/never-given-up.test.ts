import { randomBytes, randomUUID } from 'node:crypto'
import { changeDeviceSettings, getDeviceSettings } from '@gatehouse/contract/features/device-settings.ts'
import { moveToBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listLeftPeople } from '@gatehouse/contract/features/devices/left-people.ts'
import { beginLockdown, releaseLockdown } from '@gatehouse/contract/features/lockdown.ts'
import { groupRoutesOf } from '@gatehouse/contract/features/person-groups.ts'
import { deleteStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import type { ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertNamedPortrait } from '../../../test/enrol.ts'
import { jpegWith } from '../../../test/jpeg-with.ts'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
let groupId: string
beforeAll(async () => {
  zk = await startZkHouse()
  groupId = (await zk.admin.ask(groupRoutesOf.staff.create, { body: { name: 'At no terminal' } })).id
})
afterAll(() => zk.close())

type Refusal = { words: RegExp | undefined; code: number | undefined }

/** A terminal that carries out no command with these words, and says so with this code, or not at all. */
async function refusing(dialect: 'att' | 'acc', name: string) {
  const refuses: Refusal = { words: undefined, code: undefined }
  let refused = 0
  const send: ZkSend = async (request) => {
    const answer = await zk.sendFrom()(request)
    const { words, code } = refuses
    const [, id] = /^C:(\d+):/.exec(answer.text) ?? []
    if (id === undefined || !words?.test(answer.text)) return answer
    refused++
    const body = Buffer.from(`ID=${id}&Return=${code}&CMD=\n`)
    const serialNumber = /SN=(\w+)/.exec(request.path)?.[1]
    const path = `/iclock/devicecmd?SN=${serialNumber}`
    if (code !== undefined) await zk.sendFrom()({ ...request, method: 'POST', path, body })
    return { ...answer, text: 'OK' }
  }
  return { refuses, refusedTimes: () => refused, ...(await zk.accepted(dialect, name, { send })) }
}

type At = { terminal: ZkTerminal; pin: string; id: string; deviceId: string }
type Taking = {
  /** An administrator does it. */
  act: (at: At) => Promise<unknown>
  /** The commands by which the terminal learns of it. */
  words: RegExp
  isTaken: (at: At) => boolean
  dialects?: readonly ('att' | 'acc')[]
  /** Nobody's rights: a door or the zones of everybody. */
  isOfAll?: boolean
}

/** Everywhere, until it is released. */
const begin = async (kind: 'lockdown' | 'emergency-open') => {
  const body = { kind, level: null, scope: { kind: 'everything' as const }, reason: 'A test' }
  return (await zk.admin.ask(beginLockdown, { body })).id
}
let lockdown = ''
const photo = async () => {
  const portraitId = await insertNamedPortrait(zk.house, randomUUID())
  const blob_hash = await zk.house.gatehouse.services.blobs.put(jpegWith(randomBytes(2_000)))
  await zk.house.db.updateTable('image').set({ blob_hash }).where('id', '=', portraitId).execute()
  return portraitId
}
const isBarred = ({ terminal, pin }: At) =>
  !terminal.state.people.has(pin) || terminal.state.people.get(pin)?.isBarred === true

/** Everything by which somebody loses what they could pass by. */
const takings: Record<string, Taking> = {
  'is deleted': {
    act: ({ id }) => zk.admin.ask(deleteStaff, { body: { ids: [id] } }),
    words: /DELETE (?:USERINFO|userauthorize|biophoto|user) /,
    isTaken: ({ terminal, pin }) => !terminal.state.people.has(pin) && !terminal.state.rights.has(pin),
  },
  'leaves the group of the terminal': {
    act: ({ id }) => zk.admin.ask(updateStaff, { params: { id }, body: { groupIds: [groupId] } }),
    words: / DELETE /i,
    isTaken: ({ terminal, pin }) => !terminal.state.people.has(pin) && !terminal.state.rights.has(pin),
  },
  'is suspended': {
    act: ({ id }) => zk.admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } }),
    // An attendance terminal may keep to no zone: they are removed from it.
    words: /DELETE (?:USERINFO|BIOPHOTO)|UPDATE user\b/i,
    isTaken: isBarred,
  },
  'is suspended, and keeps rights': {
    act: ({ id }) => zk.admin.ask(suspendPeople, { body: { personIds: [id], toAt: null } }),
    words: /DELETE userauthorize/i,
    isTaken: ({ terminal, pin }) => !terminal.state.rights.has(pin),
    dialects: ['acc'],
  },
  'is blacklisted': {
    act: ({ id }) => zk.admin.ask(moveToBlacklist, { body: { personIds: [id], reason: 'A threat' } }),
    words: / (?:DELETE|UPDATE) /i,
    isTaken: isBarred,
  },
  'loses the card': {
    act: ({ id }) => zk.admin.ask(updateStaff, { params: { id }, body: { icCard: null } }),
    words: /UPDATE (?:USERINFO|user\b)/i,
    isTaken: ({ terminal, pin }) => ['', '0'].includes(terminal.state.people.get(pin)?.card ?? 'gone'),
  },
  'loses the face': {
    act: ({ id }) => zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: null } }),
    words: /DELETE biophoto/i,
    isTaken: ({ terminal, pin }) => !terminal.state.photos.has(pin),
  },
  'reaches the end of the period': {
    act: async ({ id, terminal, pin, deviceId }) => {
      await zk.house.db
        .updateTable('zkteco_device')
        .set({ has_encoded_dates: false })
        .where('device_id', '=', deviceId)
        .execute()
      const fromAt = zk.house.clock.now().add({ minutes: 20 }).toString()
      await zk.admin.ask(suspendPeople, { body: { personIds: [id], fromAt, toAt: null } })
      await until(async () => {
        await terminal.poll()
        return terminal.state.people.get(pin)?.until !== '0'
      }, 'it knows the day')
    },
    words: /DELETE userauthorize/i,
    isTaken: ({ terminal, pin }) => !terminal.state.rights.has(pin),
    dialects: ['acc'],
  },
  'stands before a lockdown': {
    act: async () => {
      lockdown = await begin('lockdown')
    },
    words: /UPDATE (?:AccTimeZone|timezone)/i,
    isTaken: ({ terminal }) => terminal.state.zones.has('2') && !/\b2359\b/.test(terminal.state.zones.get('2') ?? ''),
    isOfAll: true,
  },
  'passes a door whose emergency has ended': {
    act: async ({ terminal }) => {
      const id = await begin('emergency-open')
      await until(async () => {
        await terminal.poll()
        return terminal.state.acts.some((act) => /^010101ff$/i.test(act))
      }, 'it holds its door open')
      await zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
    },
    words: /CONTROL DEVICE 01010100/i,
    isTaken: ({ terminal }) => terminal.state.acts.at(-1) === '01010100',
    dialects: ['acc'],
    isOfAll: true,
  },
}

let made = 0
/** Busy, an error that no repetition changes, and no answer at all; the waits of the others are long. */
const codes: Readonly<Record<string, number>> = { 'is suspended': -1001, 'loses the card': -18 }
const codesOf = (what: string) =>
  ['is deleted', 'reaches the end of the period', 'passes a door whose emergency has ended'].includes(what)
    ? [-1005, -1, undefined]
    : [codes[what] ?? -1]
const cases = Object.entries(takings).flatMap(([what, taking]) =>
  (taking.dialects ?? (['att', 'acc'] as const)).flatMap((dialect) =>
    codesOf(what).map((code) => ({ what, dialect, code })),
  ),
)

describe('[DEV-06] a terminal that takes nothing away is told until it does', () => {
  it.each(cases)('somebody $what ($dialect, answer $code)', async ({ what, dialect, code }) => {
    const taking = takings[what]
    if (!taking) throw new Error(what)
    await zk.signIn()
    const { terminal, device, serialNumber, refuses, refusedTimes } = await refusing(dialect, 'TAKES')
    const name = `Taken ${++made}`
    const { id } = await zk.enrol(name, { icCard: String(870_000 + made) })
    const isThere = () =>
      terminal.state.photos.has(numberAt(terminal, name)) && (dialect === 'att' || terminal.state.rights.size > 0)
    await zk.settle(terminal, isThere, 'it has them')
    await zk.settle(terminal, () => true)
    const at: At = { terminal, pin: numberAt(terminal, name), id, deviceId: device.id }
    const left = async () => (await zk.signIn()).ask(listLeftPeople, { params: { id: device.id } })
    Object.assign(refuses, { words: taking.words, code })
    await taking.act(at)
    // However long it takes: more often than a command is sent before it is given up. After the first half hour it only says seven times of
    // eight that it is there, for which nobody looks into the queue: what is given again after hours is given a few minutes later.
    let steps = 0
    const pollsUntil = (isSo: () => boolean, what: string) =>
      until(async () => {
        for (let n = 0; n < 40 && !isSo(); n++) {
          zk.house.clock.advance({ seconds: 50 })
          if (++steps < 40 || steps % 8 === 0) await terminal.poll()
          else await zk.call('GET', `/iclock/ping?SN=${serialNumber}`)
        }
        return isSo()
      }, what)
    await pollsUntil(() => refusedTimes() > 6, 'it was asked more often than before')
    expect(taking.isTaken(at)).toBe(false)
    const isNamed = async () => {
      zk.house.clock.advance({ seconds: 50 })
      await terminal.poll()
      return (await left()).some(({ number }) => String(number) === at.pin)
    }
    if (!taking.isOfAll) await until(isNamed, 'its page names them')
    expect(taking.isTaken(at)).toBe(false)
    refuses.words = undefined
    await pollsUntil(() => taking.isTaken(at), 'it was taken')
    for (let n = 0; n < 10; n++) await terminal.poll()
    await until(async () => {
      zk.house.clock.advance({ seconds: 50 })
      await terminal.poll()
      return (await left()).length === 0
    }, 'its page tells of nobody')
    if (lockdown !== '') await zk.admin.ask(releaseLockdown, { params: { id: lockdown }, body: { reason: 'Over' } })
    lockdown = ''
    await zk.admin.ask(deleteStaff, { body: { ids: [id] } }).catch(() => undefined)
  })
})

it.each(['att', 'acc'] as const)(
  'a face that a terminal (%s) does not take leaves the one of before no longer there',
  async (dialect) => {
    await zk.signIn()
    const { terminal, refuses } = await refusing(dialect, 'FACES')
    const name = `Other face ${dialect}`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the face')
    Object.assign(refuses, { words: /UPDATE biophoto/i, code: -30 })
    await zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: await photo(), force: true } })
    await zk.settle(terminal, () => !terminal.state.photos.has(numberAt(terminal, name)), 'the old face is gone')
    refuses.words = undefined
    await zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: await photo(), force: true } })
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the third')
    for (let n = 0; n < 5; n++) {
      zk.house.clock.advance({ seconds: 50 })
      await terminal.poll()
    }
    expect(terminal.state.photos.has(numberAt(terminal, name))).toBe(true)
  },
)

/** It polls so often, and stays online: less than a minute lies between. */
async function goOn(terminal: ZkTerminal, polls: number) {
  for (let n = 0; n < polls; n++) {
    zk.house.clock.advance({ seconds: 50 })
    await terminal.poll()
  }
}

it.each(['att', 'acc'] as const)(
  '[DEV-06] a face that a terminal (%s) keeps, and another that it does not take after it: neither opens in the end',
  async (dialect) => {
    await zk.signIn()
    const { terminal, device, refuses, refusedTimes } = await refusing(dialect, 'KEEPSFACE')
    const name = `Two faces ${dialect}`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the face')
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, name)
    const isLeft = async () =>
      (await zk.admin.ask(listLeftPeople, { params: { id: device.id } })).some(({ number }) => String(number) === pin)
    Object.assign(refuses, { words: /(?:DELETE|UPDATE) biophoto/i, code: -30 })
    await zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: null } })
    await zk.settle(terminal, () => refusedTimes() === 1, 'it was told to remove the face')
    await zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: await photo(), force: true } })
    await zk.settle(terminal, () => refusedTimes() === 3, 'it was told the other one, and again to remove the first')
    await until(async () => {
      await terminal.poll()
      return isLeft()
    }, 'its page names them')
    expect(terminal.state.photos.has(pin)).toBe(true)
    refuses.words = undefined
    await goOn(terminal, 15)
    expect(terminal.state.photos.has(pin)).toBe(false)
    await until(async () => {
      await terminal.poll()
      return !(await isLeft())
    }, 'its page tells of nobody')
  },
)

it.each(['att', 'acc'] as const)(
  'somebody whom a terminal (%s) did not remove comes back with a face that it does not take: the one of before goes',
  async (dialect) => {
    await zk.signIn()
    const { terminal, refuses, refusedTimes } = await refusing(dialect, 'BACKAGAIN')
    const name = `Back ${dialect}`
    const { id, groups } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the face')
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, name)
    Object.assign(refuses, { words: / DELETE (?!userauthorize)/i, code: -1 })
    await zk.admin.ask(updateStaff, { params: { id }, body: { groupIds: [groupId] } })
    await zk.settle(terminal, () => refusedTimes() === 2, 'it was told to remove the person and the face')
    Object.assign(refuses, { words: /UPDATE biophoto/i, code: -30 })
    const groupIds = groups.map((group) => group.id)
    await zk.admin.ask(updateStaff, { params: { id }, body: { groupIds, portraitId: await photo(), force: true } })
    await zk.settle(terminal, () => refusedTimes() === 3, 'it was told the other face')
    await zk.settle(terminal, () => !terminal.state.photos.has(pin), 'the face of before is gone')
    expect(terminal.state.people.has(pin)).toBe(true)
  },
)

it.each(['att', 'acc'] as const)(
  'a face that changes while a card is taken again, and for which a terminal (%s) is busy, is sent again',
  async (dialect) => {
    await zk.signIn()
    const { terminal, device, refuses, refusedTimes } = await refusing(dialect, 'BUSYFACE')
    const name = `Face between ${dialect}`
    const { id } = await zk.enrol(name, { icCard: dialect === 'att' ? '860001' : '860002' })
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the face')
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, name)
    Object.assign(refuses, { words: /UPDATE (?:USERINFO|user\b)/i, code: -18 })
    await zk.admin.ask(updateStaff, { params: { id }, body: { icCard: null } })
    await zk.settle(terminal, () => refusedTimes() === 1, 'it keeps the card')
    // The next time that it is told the card it is told the other face, too.
    zk.house.clock.advance({ minutes: 11 })
    const before = terminal.state.photos.get(pin)
    await zk.admin.ask(updateStaff, { params: { id }, body: { portraitId: await photo(), force: true } })
    Object.assign(refuses, { words: /UPDATE biophoto/i, code: -1005 })
    await zk.settle(terminal, () => refusedTimes() === 2, 'it was busy when it was told the face')
    refuses.words = undefined
    await goOn(terminal, 5)
    const after = terminal.state.photos.get(pin)
    expect(after).toBeDefined()
    expect(after).not.toEqual(before)
    expect(terminal.state.people.get(pin)?.card).toMatch(/^0?$/)
    expect(await zk.admin.ask(listLeftPeople, { params: { id: device.id } })).toEqual([])
  },
)

it.each(['att', 'acc'] as const)(
  'somebody whom a terminal (%s) was told to remove as it went away is removed within minutes of its coming back',
  async (dialect) => {
    await zk.signIn()
    const { terminal, refuses, refusedTimes } = await refusing(dialect, 'GOESAWAY')
    const name = `Gone meanwhile ${dialect}`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the person')
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, name)
    Object.assign(refuses, { words: / DELETE /i, code: undefined })
    await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
    await zk.settle(terminal, () => refusedTimes() === 1, 'it was told')
    zk.house.clock.advance({ hours: 10 })
    refuses.words = undefined
    const back = zk.house.clock.now()
    await until(async () => {
      await goOn(terminal, 1)
      return !terminal.state.people.has(pin)
    }, 'the person is gone')
    expect(back.until(zk.house.clock.now()).total('minutes')).toBeLessThan(5)
  },
)

it.each([
  ['att', -1002],
  ['att', -1004],
  ['acc', -100],
  ['acc', -629],
  ['acc', -708],
] as const)(
  'a terminal of the dialect %s that has no place for faces (%i) is told once to remove one, and keeps nobody',
  async (dialect, code) => {
    await zk.signIn()
    const { terminal, device, refuses, refusedTimes } = await refusing(dialect, 'FACELESS')
    const name = `Without a face ${dialect} ${code}`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)))
    await zk.settle(terminal, () => true)
    const pin = numberAt(terminal, name)
    Object.assign(refuses, { words: /DELETE biophoto/i, code })
    await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
    await zk.settle(terminal, () => !terminal.state.people.has(pin) && refusedTimes() > 0)
    for (let n = 0; n < 30; n++) {
      zk.house.clock.advance({ seconds: 50 })
      await terminal.poll()
    }
    expect(refusedTimes()).toBe(1)
    expect(await (await zk.signIn()).ask(listLeftPeople, { params: { id: device.id } })).toEqual([])
  },
)

it('the second answer to a command changes nothing, whatever it says', async () => {
  await zk.signIn()
  const numbers: string[] = []
  const send: ZkSend = async (request) => {
    const answer = await zk.sendFrom()(request)
    numbers.push(...(/^C:(\d+):.* BIOPHOTO /i.exec(answer.text)?.slice(1) ?? []))
    return answer
  }
  const { terminal, device, serialNumber } = await zk.accepted('att', 'TWICE', { send })
  const name = 'Answered twice'
  await zk.enrol(name)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has the face')
  await zk.settle(terminal, () => true)
  const number = numbers.at(-1) ?? ''
  for (const code of [-1005, -1, -5000, 0]) {
    const path = `/iclock/devicecmd?SN=${serialNumber}`
    const answer = await zk.sendFrom()({
      method: 'POST',
      path,
      body: Buffer.from(`ID=${number}&Return=${code}&CMD=DATA\n`),
    })
    expect(answer).toMatchObject({ status: 200, text: 'OK' })
    const row = await zk.house.db
      .selectFrom('zkteco_command')
      .select(['state', 'code'])
      .where('device_id', '=', device.id)
      .where('number', '=', Number(number))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'done', code: 0 })
  }
  numbers.splice(0)
  await goOn(terminal, 3)
  expect(numbers).toEqual([])
})

it('a door that was told to close, and was offline then for hours, is told again within minutes', async () => {
  await zk.signIn()
  const { terminal, refuses, refusedTimes } = await refusing('acc', 'HOURS')
  await zk.settle(terminal, () => true)
  const id = await begin('emergency-open')
  await zk.settle(terminal, () => terminal.state.acts.at(-1)?.toLowerCase() === '010101ff', 'its door is open')
  Object.assign(refuses, { words: /CONTROL DEVICE 01010100/i, code: undefined })
  await zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => refusedTimes() === 1, 'it was told to close it')
  zk.house.clock.advance({ hours: 10 })
  refuses.words = undefined
  await goOn(terminal, 6)
  expect(terminal.state.acts.at(-1)).toBe('01010100')
})

it('a door that never answers that it has closed holds up nobody', async () => {
  await zk.signIn()
  const { terminal, refuses, refusedTimes } = await refusing('acc', 'SILENTDOOR')
  await zk.settle(terminal, () => true)
  const emergency = await begin('emergency-open')
  await zk.settle(terminal, () => terminal.state.acts.at(-1)?.toLowerCase() === '010101ff', 'its door is open')
  Object.assign(refuses, { words: /CONTROL DEVICE 01010100/i, code: undefined })
  await zk.admin.ask(releaseLockdown, { params: { id: emergency }, body: { reason: 'Over' } })
  await until(async () => {
    await goOn(terminal, 1)
    return refusedTimes() === 2
  }, 'it was told a second time')
  // Time stands: neither somebody who comes nor somebody who goes waits for an answer.
  const name = 'Comes past a silent door'
  const { id } = await zk.enrol(name)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'the person is there')
  await zk.settle(terminal, () => true)
  const pin = numberAt(terminal, name)
  expect(terminal.state.rights.has(pin)).toBe(true)
  await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
  await zk.settle(terminal, () => !terminal.state.people.has(pin), 'the person is gone')
  expect(refusedTimes()).toBe(2)
  refuses.words = undefined
  await until(async () => {
    await goOn(terminal, 1)
    return terminal.state.acts.at(-1) === '01010100'
  }, 'its door is closed')
})

it('a door that has not closed is not told to while the next emergency holds it open, and after it again', async () => {
  await zk.signIn()
  const { terminal, refuses, refusedTimes } = await refusing('acc', 'NEXTONE')
  await zk.settle(terminal, () => true)
  const first = await begin('emergency-open')
  await zk.settle(terminal, () => terminal.state.acts.at(-1)?.toLowerCase() === '010101ff', 'its door is open')
  Object.assign(refuses, { words: /CONTROL DEVICE 01010100/i, code: -1 })
  await zk.admin.ask(releaseLockdown, { params: { id: first }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => refusedTimes() === 1, 'it was told to close it')
  // It comes back when nothing waits that would open the door.
  const next = await begin('emergency-open')
  zk.house.clock.advance({ hours: 2 })
  await goOn(terminal, 6)
  expect(refusedTimes()).toBe(1)
  refuses.words = undefined
  await zk.signIn()
  await zk.admin.ask(releaseLockdown, { params: { id: next }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => terminal.state.acts.at(-1) === '01010100', 'its door is closed')
})

it('a door that has not closed is not told to during the next emergency, also where the command to open it was never sent', async () => {
  await zk.signIn()
  const { terminal, device, refuses, refusedTimes } = await refusing('acc', 'NOTOPENED')
  await zk.settle(terminal, () => true)
  const first = await begin('emergency-open')
  await zk.settle(terminal, () => terminal.state.acts.at(-1)?.toLowerCase() === '010101ff', 'its door is open')
  Object.assign(refuses, { words: /CONTROL DEVICE 01010100/i, code: -1 })
  await zk.admin.ask(releaseLockdown, { params: { id: first }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => refusedTimes() === 1, 'it was told to close it')
  const next = await begin('emergency-open')
  await zk.house.db
    .updateTable('device_command')
    .set({ state: 'failed' })
    .where('device_id', '=', device.id)
    .where('state', '=', 'waiting')
    .execute()
  await goOn(terminal, 6)
  expect(refusedTimes()).toBe(1)
  refuses.words = undefined
  await zk.signIn()
  await zk.admin.ask(releaseLockdown, { params: { id: next }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => terminal.state.acts.at(-1) === '01010100', 'its door is closed')
})

it('a controller without such a door is told once that it should close it', async () => {
  await zk.signIn()
  const { terminal, refuses, refusedTimes } = await refusing('acc', 'NODOOR')
  await zk.settle(terminal, () => true)
  Object.assign(refuses, { words: /CONTROL DEVICE 01010100/i, code: -11 })
  const id = await begin('emergency-open')
  await zk.admin.ask(releaseLockdown, { params: { id }, body: { reason: 'Over' } })
  await zk.settle(terminal, () => refusedTimes() === 1, 'it was told')
  await goOn(terminal, 5)
  expect(refusedTimes()).toBe(1)
})

it('[DEV-06] a terminal that keeps hundreds is told of each, and who goes now does not wait for them', async () => {
  await zk.signIn()
  const { terminal, device, refuses } = await refusing('acc', 'HUNDREDS')
  const name = 'Goes now'
  const { id } = await zk.enrol(name)
  await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)), 'it has them')
  await zk.settle(terminal, () => true)
  const pin = numberAt(terminal, name)
  const at = zk.house.clock.now().subtract({ hours: 1 }).toString()
  const kept = Array.from({ length: 260 }, (_, n) => ({
    device_id: device.id,
    number: n + 1,
    lane: 2,
    what: 'removal',
    person_number: 900_000 + n,
    created_at: at,
    finished_at: at,
    state: 'failed' as const,
    code: -1,
    takes_away: true,
  }))
  await zk.house.db.insertInto('zkteco_command').values(kept).execute()
  Object.assign(refuses, { words: /Pin=900\d{3}/i, code: undefined })
  await goOn(terminal, 1)
  expect(await zk.admin.ask(listLeftPeople, { params: { id: device.id } })).toHaveLength(260)
  await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
  const before = zk.house.clock.now()
  await zk.settle(terminal, () => !terminal.state.people.has(pin), 'who goes now is gone')
  // An answer that does not come is awaited for as long.
  expect(before.until(zk.house.clock.now()).total('seconds')).toBeLessThan(30)
})

it('somebody who goes does not wait for settings that a terminal does not answer', async () => {
  await zk.signIn()
  const { terminal, device, refuses, refusedTimes } = await refusing('acc', 'SETTINGS')
  const { terminal: other } = await zk.accepted('acc', 'BESIDE')
  const name = 'Goes with settings'
  const { id } = await zk.enrol(name)
  for (const one of [terminal, other]) {
    await zk.settle(one, () => one.state.photos.has(numberAt(one, name)), 'it has them')
    await zk.settle(one, () => true)
  }
  const pin = numberAt(terminal, name)
  await zk.admin.ask(deleteStaff, { body: { ids: [id] } })
  // One hint tells both.
  await zk.settle(other, () => !other.state.people.has(pin), 'the other has removed them')
  const params = { id: device.id }
  const { revision } = await zk.admin.ask(getDeviceSettings, { params })
  Object.assign(refuses, { words: /SET OPTIONS/i, code: undefined })
  await zk.admin.ask(changeDeviceSettings, { params, body: { revision, values: { doorOpenSeconds: 9 } } })
  await zk.settle(terminal, () => refusedTimes() === 1, 'it was sent its settings')
  await zk.settle(terminal, () => !terminal.state.people.has(pin), 'they are gone')
  expect(refusedTimes()).toBe(1)
})
