import type { CommandLacks } from '@gatehouse/contract/features/devices/lacks.ts'
import type { Db } from '../../db/open-database.ts'
import { capabilitiesOf, factColumns } from '../../drivers/makes.ts'

/** How many devices there are of each make. */
export const countDevicesByMake = (db: Db) =>
  db
    .selectFrom('device')
    .select(({ fn }) => ['make', fn.countAll<string>().as('count')])
    .groupBy('make')
    .execute()
    .then((rows) => rows.map(({ make, count }) => ({ make, count: Number(count) })))

/** The devices that lack a command, together with those that lack the same. */
export async function readCommandLacks(db: Db): Promise<CommandLacks[]> {
  const rows = await db
    .selectFrom('device')
    .select(['id', ...factColumns])
    .orderBy('id')
    .execute()
  const groups = new Map<string, CommandLacks>()
  for (const { id, ...facts } of rows) {
    const { commands } = capabilitiesOf(facts)
    if (Object.values(commands).every((lack) => lack === null)) continue
    const key = JSON.stringify(commands)
    const group = groups.get(key) ?? { commands, deviceIds: [] }
    group.deviceIds.push(id)
    groups.set(key, group)
  }
  return [...groups.values()]
}
