import { randomBytes, randomUUID } from 'node:crypto'
import { acceptAnnouncement, getDevice, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { createStaff } from '@gatehouse/contract/features/staff.ts'
import type { ZkRequest } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { insertNamedPortrait } from './enrol.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'
import { jpegWith } from './jpeg-with.ts'

type Options = Partial<Parameters<typeof createZkTerminal>[0]>

/** Simulated terminals of ZKTeco at a server of a test. */
export function zkTerminals(house: TestGatehouse, admin: Caller) {
  let made = 0
  const send = async ({ method, path, contentType, body, cookie, range }: ZkRequest) => {
    const answer = await house.gatehouse.fastify.inject({
      method,
      url: path,
      remoteAddress: '10.1.0.1',
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
  const nowMs = () => house.clock.now().epochMilliseconds
  return {
    send,
    /** Announced by its first call, accepted in the console, and online; another serial number each time. */
    async accepted(dialect: 'att' | 'acc', name: string, more: Options = {}) {
      const serialNumber = `${name}${++made}`
      const terminal = createZkTerminal({ dialect, serialNumber, send, nowMs, ...more })
      await terminal.handshake()
      const waiting = (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber)
      const { id } = await admin.ask(acceptAnnouncement, {
        params: { id: waiting?.id ?? '' },
        body: { name: serialNumber },
      })
      await until(() => terminal.handshake())
      const device = () => admin.ask(getDevice, { params: { id } })
      await until(async () => (await device()).isOnline, 'the device is online')
      return { terminal, id, device, serialNumber }
    },
    /** Polls until it is so; hints of changes are a moment behind. */
    settle: (terminal: ZkTerminal, isThere: () => boolean) =>
      until(async () => {
        for (let n = 0; n < 50 && (await terminal.poll()) > 0; n++);
        return isThere() || undefined
      }),
    async enrol(name: string, more: object = {}) {
      const portraitId = await insertNamedPortrait(house, randomUUID())
      const blob_hash = await house.gatehouse.services.blobs.put(jpegWith(randomBytes(2_000)))
      await house.db.updateTable('image').set({ blob_hash }).where('id', '=', portraitId).execute()
      return admin.ask(createStaff, { body: { name, portraitId, force: true, ...more } })
    },
    numberOf: (terminal: ZkTerminal, name: string) =>
      [...terminal.state.people].find(([, person]) => person.name === name)?.[0] ?? '',
  }
}
