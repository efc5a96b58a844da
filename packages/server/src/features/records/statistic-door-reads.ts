import type { RecordStatistics } from '@gatehouse/contract/features/records.ts'
import type { Db } from '../../db/open-database.ts'

/** From an instant to before another. */
export type Period = { from: string; to: string }

type Counts = { port: number | null; opened: number; total: number }

const selectCounts = async (db: Db, deviceId: string, { from, to }: Period, kinds: readonly number[]) => {
  const rows = await db
    .selectFrom('recognition_record as r')
    .select(['r.port', ({ fn }) => fn.countAll<number>().as('total')])
    .select(({ fn }) => fn.countAll<number>().filterWhere('r.opened', '=', true).as('opened'))
    .where('r.device_id', '=', deviceId)
    .where('r.recognised_at', '>=', from)
    .where('r.recognised_at', '<', to)
    .where('r.misrecognition', 'is', null)
    .where('r.kind', 'in', [...kinds])
    .groupBy('r.port')
    .execute()
  return rows.map(({ port, total, opened }): Counts => ({ port, total: Number(total), opened: Number(opened) }))
}

/** The counts of each door of a device with several, of its records: those of triggers are of a device as a whole. */
export async function readDoorCounts(
  db: Db,
  deviceId: string,
  period: Period,
  kinds: readonly number[],
): Promise<RecordStatistics['doors']> {
  const device = await db.selectFrom('device').select('door_count').where('id', '=', deviceId).executeTakeFirst()
  if (!device || device.door_count === 1) return []
  const counts = kinds.length === 0 ? [] : await selectCounts(db, deviceId, period, kinds)
  const named = await db
    .selectFrom('door_reader as r')
    .innerJoin('door as o', 'o.id', 'r.door_id')
    .select(['r.port', 'o.name'])
    .where('r.device_id', '=', deviceId)
    .execute()
  const ports = Array.from({ length: device.door_count }, (_, at) => at + 1)
  const isDoor = ({ port }: Counts) => port !== null && port >= 1 && port <= device.door_count
  const elsewhere = counts.filter((one) => !isDoor(one))
  const sum = (of: 'opened' | 'total') => elsewhere.reduce((all, one) => all + one[of], 0)
  return [
    ...ports.map((port) => {
      const { opened, total } = counts.find((one) => one.port === port) ?? { opened: 0, total: 0 }
      return { port, name: named.find((door) => door.port === port)?.name ?? null, opened, total }
    }),
    ...(elsewhere.length === 0 ? [] : [{ port: null, name: null, opened: sum('opened'), total: sum('total') }]),
  ]
}
