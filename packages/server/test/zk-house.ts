import { randomBytes, randomUUID } from 'node:crypto'
import { acceptAnnouncement, type Device, getDevice, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { insertNamedPortrait } from './enrol.ts'
import { type Caller, startTestGatehouse, type TestGatehouse } from './gatehouse.ts'
import { jpegWith } from './jpeg-with.ts'

export type ZkOptions = Partial<Parameters<typeof createZkTerminal>[0]>
export type AcceptedTerminal = { terminal: ZkTerminal; device: Pick<Device, 'id'>; serialNumber: string }

export type ZkHouse = ReturnType<typeof zkHouse>

/** A server that takes terminals of ZKTeco, and what tests do with simulated ones. */
export async function startZkHouse(options: Parameters<typeof startTestGatehouse>[0] = {}): Promise<ZkHouse> {
  const house = await startTestGatehouse({ ...options, environment: { ZKTECO: 'on', ...options.environment } })
  return zkHouse(house, await house.asRole('superAdmin'))
}

function zkHouse(house: TestGatehouse, first: Caller) {
  let admin = first
  const sendFrom =
    (address = '10.1.0.1'): ZkSend =>
    async ({ method, path, contentType, body, cookie, range }) => {
      const answer = await house.gatehouse.fastify.inject({
        method,
        url: path,
        remoteAddress: address,
        headers: {
          ...(contentType !== undefined && { 'content-type': contentType }),
          ...(cookie !== undefined && { cookie }),
          ...(range !== undefined && { range }),
        },
        ...(body && { payload: body }),
      })
      return {
        status: answer.statusCode,
        text: answer.body,
        date: String(answer.headers['date']),
        bytes: answer.rawPayload,
      }
    }
  let made = 0

  /** Announced by its first call, accepted in the console, and online; another serial number each time. */
  async function accepted(dialect: 'att' | 'acc', name: string, more: ZkOptions = {}): Promise<AcceptedTerminal> {
    const serialNumber = `${name}${++made}`
    const terminal = createZkTerminal({ dialect, serialNumber, send: sendFrom(), ...more })
    if (await terminal.handshake()) throw new Error(`${serialNumber} was taken before anybody accepted it`)
    const waiting = (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber)
    const device = await admin.ask(acceptAnnouncement, {
      params: { id: waiting?.id ?? '' },
      body: { name: serialNumber },
    })
    await until(() => terminal.handshake(), `${serialNumber} is taken`)
    const isOnline = async () => (await admin.ask(getDevice, { params: { id: device.id } })).isOnline
    await until(isOnline, `${serialNumber} is online`)
    return { terminal, device, serialNumber }
  }

  return {
    house,
    get admin() {
      return admin
    },
    /** Signs in again, where a test's clock has gone on for hours. */
    signIn: async () => (admin = await house.asRole('superAdmin')),
    sendFrom,
    accepted,
    /** One call of a terminal, or of anybody, as it stands. */
    call: (method: 'GET' | 'POST', url: string, payload?: Buffer | string, remoteAddress = '10.1.0.1') =>
      house.gatehouse.fastify.inject({ method, url, remoteAddress, ...(payload === undefined ? {} : { payload }) }),
    /** Polls until nothing more comes; hints of changes are a moment behind. */
    settle: (terminal: ZkTerminal, isThere: () => boolean, what = 'the terminal has it') =>
      until(async () => {
        for (let n = 0; n < 50 && (await terminal.poll()) > 0; n++);
        return isThere() || undefined
      }, what),
    /** A member of the staff with a portrait that is a picture. */
    async enrol(name: string, more: object = {}) {
      const portraitId = await insertNamedPortrait(house, randomUUID())
      const blob_hash = await house.gatehouse.services.blobs.put(jpegWith(randomBytes(2_000)))
      await house.db.updateTable('image').set({ blob_hash }).where('id', '=', portraitId).execute()
      return admin.ask(createStaff, { body: { name, portraitId, force: true, ...more } })
    },
    recordsOf: async (deviceId: string) => (await admin.ask(listRecords, { query: { deviceId, size: 100 } })).items,
    close: () => house.close(),
  }
}

/** The number by which a terminal knows the person of this name; empty where it does not. */
export const numberAt = (terminal: ZkTerminal, name: string): string =>
  [...terminal.state.people].find(([, person]) => person.name === name)?.[0] ?? ''
