import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  acceptAnnouncement,
  listAnnouncements,
  listCommands,
  listDevicePeople,
  sendCommand,
} from '@gatehouse/contract/features/devices.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import { resumePeople, suspendPeople } from '@gatehouse/contract/features/suspensions.ts'
import { listPackageDevices } from '@gatehouse/contract/features/upgrades.ts'
import { type ZkSend, sendOverHttp } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { createTrustedKey } from '@gatehouse/testkit/create-trusted-key.ts'
import { type RunningGatehouse, startGatehouse } from '@gatehouse/testkit/start-gatehouse.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createActivatedDatabase, type TestDatabase } from '../../../test/database.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from '../../../test/gatehouse.ts'
import { publish, uploadPackage } from '../../../test/packages.ts'
import { createSystemCtx } from '../../ctx.ts'
import { advanceRollouts } from '../../features/upgrades/link/roll-out.ts'

/**
 * A server of its own that is killed, and then another one with the same data, whose clock a test moves: the waits of commands without an
 * answer are minutes.
 */
describe.each(['att', 'acc'] as const)(
  'a server killed between the command and its answer, at a terminal of the dialect %s',
  (dialect) => {
    let database: TestDatabase
    let folder: string
    let server: RunningGatehouse
    let house: TestGatehouse
    let admin: Caller
    let isDead = false
    /** A command of this kind is carried out, and the server is dead before it hears of it. */
    let killsAt: string | undefined
    const orders: string[] = []

    beforeEach(async () => {
      database = await createActivatedDatabase()
      folder = await mkdtemp(join(tmpdir(), 'gatehouse-between-'))
      house = await startTestGatehouse({ database, environment: { GATEHOUSE_DATA: folder, ZKTECO: 'on' } })
      admin = await house.asRole('superAdmin')
      const environment = {
        GATEHOUSE_DATA: folder,
        DATABASE_URL: database.url,
        ZKTECO: 'on',
        FACE_WORKERS: '1',
        GATEHOUSE_ADMIN_PASSWORD: 'Correct_horse_1',
      }
      server = await startGatehouse({ environment })
      isDead = false
      killsAt = undefined
      orders.splice(0)
    })
    afterEach(async () => {
      await server.end('SIGKILL')
      await house.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    })

    /** To the server that lives. */
    const send: ZkSend = async (request) => {
      if (request.path.includes('/devicecmd') && killsAt !== undefined && orders.at(-1)?.includes(killsAt)) {
        killsAt = undefined
        await server.end('SIGKILL')
        isDead = true
        throw new Error('the server is dead')
      }
      const answer = isDead ? await inject(request) : await sendOverHttp(server.url)(request)
      // A file may hold anything, a line that looks like an order, too.
      if (request.path.includes('/getrequest'))
        orders.push(...answer.text.split('\n').filter((line) => line.startsWith('C:')))
      return answer
    }
    const inject: ZkSend = async ({ method, path, body, range }) => {
      const asked = { method, url: path, headers: range === undefined ? {} : { range }, ...(body && { payload: body }) }
      const answer = await house.gatehouse.fastify.inject(asked)
      const bytes = answer.rawPayload
      return { status: answer.statusCode, text: answer.body, date: String(answer.headers['date']), bytes }
    }

    async function accepted(faults: Parameters<typeof createZkTerminal>[0]['faults'] = {}) {
      const terminal = createZkTerminal({ dialect, serialNumber: 'BETWEEN1', send, faults })
      await terminal.handshake()
      const [waiting] = (await admin.ask(listAnnouncements)).items
      const device = await admin.ask(acceptAnnouncement, { params: { id: waiting?.id ?? '' }, body: { name: 'Door' } })
      await until(() => terminal.handshake())
      return { terminal, id: device.id }
    }
    const pollUntilDead = async (terminal: ReturnType<typeof createZkTerminal>) => {
      await until(async () => {
        await terminal.poll().catch(() => 0)
        return isDead
      }, 'the server was killed')
    }

    it('sends what it has about a person again, with the same number, and it is there once', async () => {
      const { terminal, id } = await accepted()
      killsAt = dialect === 'att' ? 'USERINFO' : 'DATA UPDATE user\t'.trim()
      await admin.ask(createStaff, { body: { name: 'Ann Between', icCard: '4711' } })
      await pollUntilDead(terminal)
      const command = orders.at(-1) ?? ''
      const before = orders.length
      for (let n = 0; n < 3; n++) await terminal.poll()
      expect(orders.slice(before)).not.toContain(command)
      // In steps: a terminal that was silent for a minute would have been offline, and the wait would begin again.
      await until(async () => {
        house.clock.advance({ seconds: 31 })
        await terminal.poll()
        return orders.slice(before).includes(command)
      }, 'the same command came again')
      for (let n = 0; n < 10; n++) await terminal.poll()
      expect([...terminal.state.people.values()].map(({ name, card }) => [name, card])).toEqual([
        ['Ann Between', '4711'],
      ])
      const rows = await house.db
        .selectFrom('zkteco_command')
        .select(['state', 'what', 'sent_count'])
        .where('device_id', '=', id)
        .where('number', '=', Number(command.split(':')[1]))
        .execute()
      expect(rows).toEqual([{ state: 'done', what: 'person', sent_count: 2 }])
    })

    // The face goes first: after that a terminal that keeps to no hours still opens for the card.
    it.each(dialect === 'att' ? ['DATA DELETE BIOPHOTO', 'DATA DELETE USERINFO'] : [])(
      '[DEV-06] removes somebody who was suspended, killed at %s, and gives them back with their number',
      async (words) => {
        const { terminal, id } = await accepted({ ignoresHours: true })
        const person = await admin.ask(createStaff, { body: { name: 'Ann Between', icCard: '4711' } })
        const numberOf = () => [...terminal.state.people.keys()].join()
        await until(async () => {
          await terminal.poll()
          return numberOf() !== ''
        }, 'they are there')
        const pin = numberOf()
        killsAt = words
        await admin.ask(suspendPeople, { body: { personIds: [person.id], toAt: null } })
        await pollUntilDead(terminal)
        expect(terminal.opensFor(pin)).toBe(words === 'DATA DELETE BIOPHOTO')
        // It begins again, too.
        await terminal.handshake()
        await until(async () => {
          house.clock.advance({ seconds: 31 })
          await terminal.poll()
          const { items } = await admin.ask(listDevicePeople, { params: { id }, query: {} })
          return items[0]?.state === 'kept-off'
        }, 'the board says that they are off')
        expect([terminal.opensFor(pin), numberOf()]).toEqual([false, ''])
        const open = await house.db
          .selectFrom('zkteco_command')
          .select(['what', 'state'])
          .where('device_id', '=', id)
          .where('takes_away', '=', true)
          .where('state', '!=', 'done')
          .execute()
        expect(open).toEqual([])
        await admin.ask(resumePeople, { body: { personIds: [person.id] } })
        await until(async () => {
          house.clock.advance({ seconds: 31 })
          await terminal.poll()
          return numberOf() !== ''
        }, 'they are back')
        expect([numberOf(), terminal.opensFor(pin)]).toEqual([pin, true])
      },
    )

    it.each([
      [false, 'done'],
      [true, 'failed no-answer'],
    ] as const)(
      '[UPG-04] tells no firmware again; the old version goes on: %s, and it is %s',
      async (keepsVersion, end) => {
        const { terminal } = await accepted({ keepsVersion })
        for (let n = 0; n < 3; n++) await terminal.poll()
        const version = `${terminal.state.firmware}9`
        const bytes = Buffer.concat([Buffer.from(`firmware ${version}\nC:1:RELOAD\n`), randomBytes(1_100_000)])
        const about = { make: 'zkteco', model: 'SpeedFace-Sim', version } as const
        const { id } = await uploadPackage(admin, await createTrustedKey(folder), bytes, about)
        killsAt = 'UPGRADE'
        await publish(admin, id)
        await pollUntilDead(terminal)
        const before = orders.length
        for (let n = 0; n < 5; n++) {
          house.clock.advance({ seconds: 31 })
          await terminal.poll()
        }
        await terminal.handshake()
        house.clock.advance({ hours: 2 })
        await advanceRollouts(createSystemCtx(house.gatehouse.services))
        admin = await house.asRole('superAdmin')
        const [device] = (await admin.ask(listPackageDevices, { params: { id } })).items
        expect([device?.state, device?.reason].filter(Boolean).join(' ')).toBe(end)
        for (let n = 0; n < 5; n++) await terminal.poll()
        expect(orders.slice(before).filter((order) => order.includes('UPGRADE'))).toEqual([])
        expect(terminal.state.acts).toEqual(['UPGRADE'])
      },
    )

    it.each(['open-once', 'restart'] as const)('does not %s again: it stands as not known', async (kind) => {
      const { terminal, id } = await accepted()
      for (let n = 0; n < 3; n++) await terminal.poll()
      killsAt =
        kind === 'restart'
          ? dialect === 'att'
            ? 'REBOOT'
            : 'CONTROL DEVICE 03'
          : dialect === 'att'
            ? 'AC_UNLOCK'
            : 'CONTROL DEVICE 01'
      const command = await admin.ask(sendCommand, { params: { id }, body: { kind } })
      await pollUntilDead(terminal)
      expect(terminal.state.acts).toHaveLength(1)
      for (let n = 0; n < 3; n++) await terminal.poll()
      // As long as a command may wait.
      const told = async () =>
        (await admin.ask(listCommands, { params: { id } })).items.find((one) => one.id === command.id)
      await until(async () => {
        house.clock.advance({ seconds: 31 })
        await terminal.poll()
        return (await told())?.state === 'failed'
      }, 'the outcome is told')
      expect((await told())?.result).toContain('not known')
      expect(terminal.state.acts).toHaveLength(1)
    })
  },
)
