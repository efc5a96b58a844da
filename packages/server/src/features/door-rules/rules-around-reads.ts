import { AppError } from '@gatehouse/contract/errors.ts'
import { ownRuleNames, type RulesAround } from '@gatehouse/contract/features/door-rules.ts'
import type { Db } from '../../db/open-database.ts'
import { capabilitiesOf, factColumns } from '../../drivers/makes.ts'
import { readAreaTree } from '../inside/door-reads.ts'
import { type AreaWithRules, readRulesOfWay } from './area-rule-reads.ts'
import { readInterlocks } from './interlock-reads.ts'
import { selectUnableDevices } from './unable-devices-reads.ts'

/** The rules that hold at a door and are set elsewhere: at the areas that it leads to, and of several doors. @throws AppError door.not-found */
export async function readRulesAround(db: Db, doorId: string): Promise<RulesAround> {
  const door = await db
    .selectFrom('door')
    .select(['from_area_id', 'to_area_id'])
    .where('id', '=', doorId)
    .executeTakeFirst()
  if (!door) throw new AppError('door.not-found')
  const tree = await readAreaTree(db)
  const [entry, exit] = [
    await readRulesOfWay(db, { leavesAreaId: door.from_area_id, entersAreaId: door.to_area_id }, tree),
    await readRulesOfWay(db, { leavesAreaId: door.to_area_id, entersAreaId: door.from_area_id }, tree),
  ]
  return {
    entry: toShown(entry),
    exit: toShown(exit),
    interlocks: await readInterlocks(db, { doorId }),
    unheldRules: await readUnheldRules(db, doorId),
    unableDevices: await selectUnableDevices(db, [doorId]),
  }
}

/** The words of the capabilities for the rules of a door. */
const capabilityOf = {
  freeHours: 'free-hours',
  escort: 'escort',
  severalPeople: 'several-people',
  firstPersonIn: 'first-person',
} as const

async function readUnheldRules(db: Db, doorId: string): Promise<RulesAround['unheldRules']> {
  const devices = (await readDevicesAtDoor(db, doorId)).map(({ id, name, ...facts }) => ({
    device: { id, name },
    rules: capabilitiesOf(facts).rules,
  }))
  return ownRuleNames.flatMap((rule) => {
    const without = devices.filter(({ rules }) => rules[capabilityOf[rule]] !== null)
    return without.length === 0 ? [] : [{ rule, devices: without.map(({ device }) => device) }]
  })
}

const readDevicesAtDoor = (db: Db, doorId: string) =>
  db
    .selectFrom('device as v')
    .select(['v.id', 'v.name', ...factColumns])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('door_reader as r')
          .select('r.id')
          .whereRef('r.device_id', '=', 'v.id')
          .where('r.door_id', '=', doorId),
      ),
    )
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()

function toShown({ passback, occupancy }: Awaited<ReturnType<typeof readRulesOfWay>>): RulesAround['entry'] {
  const show = ({ id, name }: AreaWithRules, rules: Partial<AreaWithRules['rules']>) => ({
    area: { id, name },
    antiPassback: rules.antiPassback ?? null,
    occupancyLimit: rules.occupancyLimit ?? null,
  })
  if (passback && passback.id === occupancy?.id) return [show(passback, passback.rules)]
  return [
    ...(passback ? [show(passback, { antiPassback: passback.rules.antiPassback })] : []),
    ...(occupancy ? [show(occupancy, { occupancyLimit: occupancy.rules.occupancyLimit })] : []),
  ]
}
