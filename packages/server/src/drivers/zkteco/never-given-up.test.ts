import { randomBytes, randomUUID } from 'node:crypto'
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
    if (code !== undefined) await zk.sendFrom()({ method: 'POST', path: `/iclock/devicecmd?SN=${serialNumber}`, body })
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
  terminal.state.people.get(pin)?.zone === '0001005000000000' || terminal.state.people.get(pin)?.isBarred === true

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
    words: /UPDATE (?:USERINFO|user\b)/i,
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
    isTaken: (at) => !at.terminal.state.people.has(at.pin) || isBarred(at),
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
const codesOf = (what: string) =>
  ['is deleted', 'reaches the end of the period', 'passes a door whose emergency has ended'].includes(what)
    ? [-1005, -1, undefined]
    : [-1]
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
    const { terminal, device, refuses, refusedTimes } = await refusing(dialect, 'TAKES')
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
    // However long it takes: more often than a command is sent before it is given up.
    const pollsUntil = (isSo: () => boolean, what: string) =>
      until(async () => {
        for (let n = 0; n < 40 && !isSo(); n++) {
          zk.house.clock.advance({ seconds: 50 })
          await terminal.poll()
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
