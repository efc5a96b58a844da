import { listDevicePeople } from '@gatehouse/contract/features/devices.ts'
import { createStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import type { ZkSend } from '@gatehouse/terminal/node/zkteco/zk-send.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'
import { lanes } from './next-command.ts'
import { insertCommands } from './zkteco-store.ts'

let zk: ZkHouse

beforeAll(async () => {
  zk = await startZkHouse()
})
afterAll(() => zk.close())

const boardOf = async (deviceId: string, personId: string) =>
  (await zk.admin.ask(listDevicePeople, { params: { id: deviceId }, query: { size: 100 } })).items.find(
    (one) => one.personId === personId,
  )

describe.each(['att', 'acc'] as const)('a photograph that a terminal of the dialect %s refuses for now', (dialect) => {
  /** Its faces are answered with this code as long as there is one; when it is silent, nothing is answered. The orders stay as they came, by number. */
  async function refusing(name: string) {
    const refuses: { code: number | undefined; isSilent: boolean; orders: Map<string, string> } = {
      code: undefined,
      isSilent: false,
      orders: new Map(),
    }
    const send: ZkSend = async (request) => {
      const [, id = ''] = /^ID=(\d+)&/.exec(request.body?.toString() ?? '') ?? []
      const isFace = / UPDATE BIOPHOTO/i.test(refuses.orders.get(id) ?? '')
      const body =
        refuses.code !== undefined && isFace
          ? Buffer.from(`ID=${id}&Return=${refuses.code}&CMD=DATA UPDATE\n`)
          : request.body
      if (refuses.isSilent && id !== '') return { status: 200, text: 'OK', date: undefined }
      const answer = await zk.sendFrom()({ ...request, ...(body && { body }) })
      for (const [, number = '', text = ''] of answer.text.matchAll(/^C:(\d+):(.*)$/gm))
        refuses.orders.set(number, text)
      return answer
    }
    return { refuses, ...(await zk.accepted(dialect, name, { send })) }
  }
  const facesIn = (orders: Map<string, string>) => [...orders.values()].filter((text) => / UPDATE BIOPHOTO/i.test(text))

  it('an answer that means full, or a wrong shape of the picture, is told as one of the two', async () => {
    const { terminal, device, refuses } = await refusing('SHAPE')
    refuses.code = -1001
    const { id } = await zk.enrol(`Shape ${dialect}`)
    await until(async () => {
      await terminal.poll()
      return (await boardOf(device.id, id))?.state === 'failed'
    }, 'the board says that the face is not there')
    expect(await boardOf(device.id, id)).toMatchObject({ reason: 'portrait-refused' })
  })

  it('holds up nobody, stands on the board, and is sent again after its time', async () => {
    const { terminal, device, refuses } = await refusing('REFUSES')
    refuses.code = -2
    const first = await zk.enrol(`Rita ${dialect}`)
    await zk.settle(terminal, () => facesIn(refuses.orders).length > 0)
    const late = await zk.enrol(`Late ${dialect}`)
    await zk.settle(terminal, () => numberAt(terminal, `Late ${dialect}`) !== '' && facesIn(refuses.orders).length > 1)
    for (const { id } of [first, late]) {
      await until(async () => {
        await terminal.poll()
        return (await boardOf(device.id, id))?.state === 'failed'
      }, 'the board says that the face is not there')
      expect(await boardOf(device.id, id)).toMatchObject({ state: 'failed', reason: 'refused-for-now' })
    }
    refuses.code = undefined
    refuses.orders.clear()
    for (let n = 0; n < 5; n++) await terminal.poll()
    expect(facesIn(refuses.orders)).toEqual([])
    // The clock goes in steps: a terminal that has been silent for long is offline, and its time begins again.
    for (let n = 0; n < 7; n++) {
      zk.house.clock.advance({ seconds: 10 })
      await terminal.poll()
    }
    for (const { id } of [first, late])
      await until(async () => {
        await terminal.poll()
        return (await boardOf(device.id, id))?.state === 'done'
      }, 'the face is there')
    expect(new Set(facesIn(refuses.orders)).size).toBe(facesIn(refuses.orders).length)
  })

  it('is told by a line about errors while others wait, and a line about a face of before changes nothing', async () => {
    const { terminal, device, serialNumber, refuses } = await refusing('TELLS')
    const { id } = await zk.enrol(`Tess ${dialect}`)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, `Tess ${dialect}`)))
    const isDone = async () => {
      await terminal.poll()
      return (await boardOf(device.id, id))?.state === 'done'
    }
    await until(isDone, 'the board says that the person is there')
    const faceOf = (pin: string) =>
      [...refuses.orders].findLast(([, text]) => new RegExp(` UPDATE BIOPHOTO PIN=${pin}\t`, 'i').test(text))?.[0]
    const pin = numberAt(terminal, `Tess ${dialect}`)
    const before = faceOf(pin)
    const tellError = (number: string | undefined) =>
      zk.call(
        'POST',
        `/iclock/cdata?SN=${serialNumber}&table=ERRORLOG`,
        `ERRORLOG ErrCode=D01E0001\tErrMsg=\tDataOrigin=cmd\tCmdId=${number}\tAdditional=\n`,
      )
    // Its portrait was forgotten: the next change brings the same face in another command.
    await zk.house.db
      .updateTable('zkteco_member')
      .set({ portrait_id: null })
      .where('device_id', '=', device.id)
      .execute()
    await zk.admin.ask(updateStaff, { params: { id }, body: { icCard: dialect === 'att' ? '4712' : '4713' } })
    await until(async () => (await isDone()) && faceOf(pin) !== before, 'the face was sent again')
    await tellError(before)
    await until(isDone, 'the person is there all the same')
    expect(await boardOf(device.id, id)).toMatchObject({ state: 'done' })

    refuses.isSilent = true
    await zk.enrol(`Wait ${dialect}`)
    await until(async () => {
      await terminal.poll()
      return numberAt(terminal, `Wait ${dialect}`) !== ''
    }, 'somebody waits for an answer')
    await tellError(faceOf(pin))
    expect(await boardOf(device.id, id)).toMatchObject({ state: 'failed', reason: 'no-face' })
  })
})

it.each(['att', 'acc'] as const)(
  '[DEV-06] a person whom a terminal of the dialect %s refuses for now holds up nobody else, and comes in order when it is ready',
  async (dialect) => {
    const orders: { number: string; text: string }[] = []
    let isBusy = true
    const name = `Busy ${dialect}`
    const send: ZkSend = async (request) => {
      const [, id = ''] = /^ID=(\d+)&/.exec(request.body?.toString() ?? '') ?? []
      const order = orders.findLast(({ number }) => number === id)?.text ?? ''
      const isTheirs = isBusy && new RegExp(`UPDATE USER.*Name=${name}(?:\t|$)`, 'i').test(order)
      const body = isTheirs ? Buffer.from(`ID=${id}&Return=-1005&CMD=DATA UPDATE\n`) : request.body
      const answer = await zk.sendFrom()({ ...request, ...(body && { body }) })
      for (const [, number = '', text = ''] of answer.text.matchAll(/^C:(\d+):(.*)$/gm)) orders.push({ number, text })
      return answer
    }
    const { terminal, device } = await zk.accepted(dialect, 'BUSY', { send })
    const { id } = await zk.enrol(name)
    await until(async () => {
      await terminal.poll()
      return orders.some(({ text }) => text.includes(`Name=${name}`))
    }, 'it was sent')
    await zk.enrol(`Other ${dialect}`)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, `Other ${dialect}`)))
    await until(async () => {
      await terminal.poll()
      return (await boardOf(device.id, id))?.reason === 'refused-for-now'
    }, 'the board says that it was refused for now')
    const [, pin = ''] = /pin=(\d+)/i.exec(orders.find(({ text }) => text.includes(`Name=${name}`))?.text ?? '') ?? []
    const theirs = () =>
      orders.flatMap(({ text }) =>
        new RegExp(`pin=${pin}(?:\t|$)`, 'i').test(text) ? text.split(' ', 3).slice(1).join(' ') : [],
      )
    expect(new Set(theirs().map((text) => text.toLowerCase())).size, 'their face and rights wait').toBe(1)
    isBusy = false
    for (let n = 0; n < 7; n++) {
      zk.house.clock.advance({ seconds: 10 })
      await terminal.poll()
    }
    await until(async () => {
      await terminal.poll()
      return (await boardOf(device.id, id))?.state === 'done'
    }, 'the person is there')
    expect(terminal.state.photos.has(pin)).toBe(true)
  },
)

it('[DEV-06] more commands that were refused for now than are read at once hide nobody who comes', async () => {
  const { terminal, device } = await zk.accepted('acc', 'MANYASIDE')
  await zk.settle(terminal, () => terminal.state.zones.has('2'))
  await zk.settle(terminal, () => true)
  const at = zk.house.clock.now().toString()
  const refused = { what: 'removal', state: 'sent' as const, code: -1005, sent_at: at, sent_count: 1, created_at: at }
  const rows = Array.from({ length: 210 }, (_, n) => ({ ...refused, lane: lanes.removal, person_number: 900_000 + n }))
  await insertCommands(zk.house.db, device.id, rows)
  const { id } = await zk.enrol('Hidden by none')
  await until(async () => {
    await terminal.poll()
    return (await boardOf(device.id, id))?.state === 'done'
  }, 'the board says that the person is there')
  expect(terminal.state.photos.has(numberAt(terminal, 'Hidden by none'))).toBe(true)
})

it('cards that terminals could not read stand on the board, and the others are there', async () => {
  const terminals = [await zk.accepted('att', 'CARDS'), await zk.accepted('acc', 'CARDS')]
  const cards = ['A1B2C3D4', '00000', '18446744073709551616', '18446744073709551615']
  const people: string[] = []
  for (const [at, icCard] of cards.entries())
    people.push((await zk.admin.ask(createStaff, { body: { name: `Card ${at}`, icCard } })).id)
  for (const { terminal, device } of terminals) {
    await zk.settle(terminal, () => terminal.state.people.get(numberAt(terminal, 'Card 3'))?.card === cards[3])
    const board = async () => {
      await terminal.poll()
      const { items } = await zk.admin.ask(listDevicePeople, { params: { id: device.id }, query: { size: 100 } })
      return people.map((id) => items.find(({ personId }) => personId === id))
    }
    const told = async () => (await board()).map((person) => [person?.state, person?.reason].join(' ')).join()
    const lacking = 'failed card-unwritable'
    const expected = [lacking, lacking, lacking, 'done '].join()
    await until(async () => (await told()) === expected, 'the board says whose card is not there')
    expect([0, 1, 2].map((at) => terminal.state.people.get(numberAt(terminal, `Card ${at}`))?.card)).toEqual([
      '',
      '',
      '',
    ])
  }
  // A card that can be written takes the failure away.
  const [first = ''] = people
  await zk.admin.ask(updateStaff, { params: { id: first }, body: { icCard: '7654321' } })
  const [one] = terminals
  await until(async () => {
    await one?.terminal.poll()
    return (await boardOf(one?.device.id ?? '', first))?.state === 'done'
  }, 'the person is there with the new card')
})
