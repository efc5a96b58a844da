import { acceptAnnouncement, getDevice, listAnnouncements } from '@gatehouse/contract/features/devices.ts'
import { createZkTerminal, type ZkTerminal } from '@gatehouse/terminal/node/zkteco/zk-terminal.ts'
import type { ZkRequest } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { until } from '@gatehouse/testkit/until.ts'
import type { Caller, TestGatehouse } from './gatehouse.ts'

/** Sends the calls of a terminal from this address; it may be changed while the terminal lives. */
export const zkSender = (house: TestGatehouse, from: { address: string }) =>
  async function send({ method, path, contentType, body, cookie, range }: ZkRequest) {
    const answer = await house.gatehouse.fastify.inject({
      method,
      url: path,
      remoteAddress: from.address,
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

/** A terminal of ZKTeco that was accepted in the console, and is online. */
export async function acceptZkTerminal(
  house: TestGatehouse,
  admin: Caller,
  { dialect, serialNumber, from }: { dialect: 'att' | 'acc'; serialNumber: string; from: { address: string } },
): Promise<{ terminal: ZkTerminal; id: string }> {
  const terminal = createZkTerminal({ dialect, serialNumber, send: zkSender(house, from) })
  await terminal.handshake()
  const waiting = (await admin.ask(listAnnouncements)).items.find((one) => one.serialNumber === serialNumber)
  const { id } = await admin.ask(acceptAnnouncement, {
    params: { id: waiting?.id ?? '' },
    body: { name: serialNumber },
  })
  await until(() => terminal.handshake())
  await until(async () => (await admin.ask(getDevice, { params: { id } })).isOnline, 'the device is online')
  return { terminal, id }
}
