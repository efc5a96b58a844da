import { createDoor } from '@gatehouse/contract/features/sites.ts'
import { listInside } from '@gatehouse/contract/features/inside.ts'
import { until } from '@gatehouse/testkit/until.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { executeAlone } from '../../../test/execute-alone.ts'
import { buildSite } from '../../../test/inside-places.ts'
import { numberAt, startZkHouse, type ZkHouse } from '../../../test/zk-house.ts'

let zk: ZkHouse
let places: Awaited<ReturnType<typeof buildSite>>
beforeAll(async () => {
  zk = await startZkHouse()
  places = await buildSite(zk.admin)
})
afterAll(() => zk.close())

it.each([
  ['attendance', 'att', 'person_location'],
  ['access', 'acc', 'person_location'],
  ['access', 'acc', 'muster'],
] as const)(
  'a record of an %s terminal whose request failed after it was stored (%s, %s) moves its person and is told to consoles when it comes again',
  async (_, dialect, table) => {
    const { terminal, device } = await zk.accepted(dialect, 'AGAIN')
    await zk.admin.ask(createDoor, {
      body: {
        name: `Hall of ${dialect}, ${table}`,
        siteId: places.site.id,
        fromAreaId: null,
        toAreaId: places.hall.id,
        readers: [{ deviceId: device.id, port: 1, direction: 'entry' }],
      },
    })
    const name = `${dialect} ${table}`
    const { id } = await zk.enrol(name)
    await zk.settle(terminal, () => terminal.state.photos.has(numberAt(terminal, name)))
    await zk.settle(terminal, () => true)
    const listener = new Client(zk.house.databaseUrl)
    try {
      await listener.connect()
      const heard: string[] = []
      listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
      await listener.query('listen gatehouse_hint')
      const told = () => heard.filter((payload) => payload.includes('"records"')).length
      await executeAlone(zk.house.db, sql`alter table ${sql.table(table)} rename to hidden`)
      terminal.pass({ pin: numberAt(terminal, name) })
      await terminal.deliver()
      await executeAlone(zk.house.db, sql`alter table hidden rename to ${sql.table(table)}`)
      expect(terminal.waiting()).toBe(1)
      expect(await zk.recordsOf(device.id)).toHaveLength(1)
      expect(told()).toBe(0)
      await terminal.deliver()
      expect(terminal.waiting()).toBe(0)
      const [record, ...others] = await zk.recordsOf(device.id)
      expect(others).toEqual([])
      const { items } = await zk.admin.ask(listInside, { query: { size: 200 } })
      expect(items.find(({ person }) => person.id === id)).toMatchObject({
        area: { id: places.hall.id },
        recordId: record?.id,
      })
      await until(() => told() > 0, 'consoles are told')
    } finally {
      await listener.end()
    }
  },
)
