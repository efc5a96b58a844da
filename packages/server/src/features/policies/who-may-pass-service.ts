import { AppError } from '@gatehouse/contract/errors.ts'
import type { getWhoMayPass, WhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { Query } from '@gatehouse/contract/route.ts'
import { mayPass } from '@gatehouse/engine/passage/may-pass.ts'
import { readCompany } from '../../company/company-reads.ts'
import type { Ctx } from '../../ctx.ts'
import { readConfiguration } from '../devices/settings/link/configuration-reads.ts'
import { readGroups } from '../person-groups/person-group-reads.ts'
import { readDeviceNames, readMatrixCells, readMatrixTimetables } from './matrix/matrix-reads.ts'
import { comingHours } from './coming-hours.ts'
import { questionOf } from './policy-service.ts'
import { readPassing } from './who-may-pass-reads.ts'

/**
 * Asks the function of the terminal once for each group, with a member whom nothing else keeps back; the people of the groups that are
 * open are then counted in the database. @throws AppError device.not-found
 */
export async function findWhoMayPass(ctx: Ctx, { deviceId, port }: Query<typeof getWhoMayPass>): Promise<WhoMayPass> {
  const names = await readDeviceNames(ctx.db, [deviceId])
  if (names.size === 0) throw new AppError('device.not-found')
  const configuration = await readConfiguration(ctx, deviceId)
  const asked = questionOf(configuration)
  const { rules, ...question } = asked
  const isOfDoor = (groupId: string) =>
    port === undefined || (configuration.groupPorts[groupId]?.includes(port) ?? true)
  const now = ctx.clock.now()
  const isOpenFor = (groupId: string) =>
    mayPass({
      ...question,
      atMs: now.epochMilliseconds,
      subject: { kind: 'staff', groupIds: [groupId], validFromMs: null, validToMs: null },
    }).opens
  const cells = new Map(
    (await readMatrixCells(ctx.db, [deviceId])).filter(({ isBound }) => isBound).map((cell) => [cell.groupId, cell]),
  )
  const groups = (await readGroups(ctx.db)).flatMap(({ id, name, kind, isDefault, memberCount: people }) => {
    const cell = cells.get(id)
    return cell && isOfDoor(id)
      ? [{ id, name, kind, isDefault, people, isOpenNow: isOpenFor(id), timetableIds: cell.timetableIds }]
      : []
  })
  const used = new Set(groups.flatMap(({ timetableIds }) => timetableIds))
  const { timeZone } = await readCompany(ctx.db)
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  const passing = await readPassing(ctx.db, {
    groupIds: groups.filter(({ isOpenNow }) => isOpenNow).map(({ id }) => id),
    now: now.toString(),
    isWayOut: rules.direction === 'exit',
  })
  return {
    ...passing,
    groups,
    timetables: (await readMatrixTimetables(ctx.db, today)).filter(({ id }) => used.has(id)),
    hours: comingHours(
      asked,
      groups.map(({ id }) => id),
      now,
    ),
  }
}
