import { listBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listSettingsSchemas } from '@gatehouse/contract/features/device-settings.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { getLiveBoard } from '@gatehouse/contract/features/live/board.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listSiteNames } from '@gatehouse/contract/features/sites.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { findHosts, listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { can, type Role } from '@gatehouse/contract/permissions.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import type { FoundPerson } from './option.ts'

const size = 5
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** A query of the palette: its key begins with the live topic whose hints fetch it again. */
const searchOf = <T>(topic: string, keyword: string, find: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey: [topic, 'palette', keyword], queryFn: ({ signal }) => find(signal), staleTime: 10_000 })

/** The doors with how they stand, as Live shows them; undefined for roles that see none. */
export const doorsQuery = searchOf('doors', '', async (signal) => {
  const { doors, inside } = await call(getLiveBoard, { query: {} }, { signal })
  return { doors: doors ?? [], areas: inside.areas ?? [] }
})
export const sitesQuery = queryOptions({ ...queryOf(listSiteNames), staleTime: 60_000 })
export const schemasQuery = queryOptions({ ...queryOf(listSettingsSchemas), staleTime: 60_000 })

/** The devices whose settings are found by name. */
export const firstDevicesQuery = searchOf(
  'devices',
  '',
  async (signal) => (await call(listDevices, { query: { size: 100, sort: 'name', order: 'asc' } }, { signal })).items,
)

const staffQuery = (keyword: string) =>
  searchOf('staff', keyword, async (signal) =>
    (await call(listStaff, { query: { keyword, size } }, { signal })).items.map(
      ({ id, name, jobId, phone, department, portraitId, suspension }): FoundPerson => ({
        kind: 'staff',
        id,
        name,
        portraitId,
        suspension,
        hint: joined(jobId, department?.name, writtenPhone(phone)),
      }),
    ),
  )

const visitorQuery = (keyword: string) =>
  searchOf('visitors', keyword, async (signal) =>
    (await call(listVisitors, { query: { keyword, size } }, { signal })).items.map(
      ({ id, name, company, phone, portraitId, suspension, validFromAt, validToAt, host }): FoundPerson => ({
        kind: 'visitor',
        id,
        name,
        portraitId,
        suspension,
        hint: joined(company, writtenPhone(phone)),
        visit: { validFromAt, validToAt, hostId: host?.id ?? null },
      }),
    ),
  )

const blacklistQuery = (keyword: string) =>
  searchOf('blacklist', keyword, async (signal) =>
    (await call(listBlacklist, { query: { keyword, size } }, { signal })).items.map(
      ({ id, name, reason, portraitId }): FoundPerson => ({
        kind: 'blacklisted',
        id,
        name,
        portraitId,
        suspension: null,
        hint: reason ?? '',
      }),
    ),
  )

/**
 * The searches for people: the same routes, with the same rights, as the lists that they lead to. Only lists that this role may read are
 * searched.
 */
export function peopleQueries(role: Role, keyword: string) {
  if (keyword === '') return []
  return [
    ...(can(role, 'staff.read') ? [staffQuery(keyword)] : []),
    ...(can(role, 'visitor.read') ? [visitorQuery(keyword)] : []),
    ...(can(role, 'blacklist.read') ? [blacklistQuery(keyword)] : []),
  ]
}

export const deviceQueries = (role: Role, keyword: string) =>
  keyword === '' || !can(role, 'device.read')
    ? []
    : [
        searchOf(
          'devices',
          keyword,
          async (signal) => (await call(listDevices, { query: { keyword, size } }, { signal })).items,
        ),
      ]

export const hostQueries = (role: Role, keyword: string) =>
  keyword === '' || !can(role, 'visitor.write')
    ? []
    : [searchOf('visitors', `host ${keyword}`, (signal) => call(findHosts, { query: { keyword } }, { signal }))]

/** The records that are looked for: whose or where, at which door, when, and whether only refusals. */
export type RecordQuestion = {
  keyword: string
  doorId: string | undefined
  from?: string | undefined
  to?: string | undefined
  opened?: false | undefined
  kind?: 'stranger' | undefined
}

export function recordQueries(role: Role, question: RecordQuestion | null) {
  if (!question || !can(role, 'record.read')) return []
  const { keyword, doorId, from, to, opened, kind } = question
  const query = {
    size,
    ...(keyword !== '' && { keyword }),
    ...(doorId !== undefined && { doorId }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(opened === false && { opened: 'false' }),
    ...(kind !== undefined && { kind }),
  }
  return [
    searchOf('records', JSON.stringify(query), async (signal) => {
      const { items } = await call(listRecords, { query }, { signal })
      if (items.length > 0 || opened === false || !/\d{2}/.test(keyword)) return items
      // records are found by names and doors: a number finds those of the person who has it
      const [person] = can(role, 'staff.read')
        ? (await call(listStaff, { query: { keyword, size: 1 } }, { signal })).items
        : (await call(listVisitors, { query: { keyword, size: 1 } }, { signal })).items
      return person ? (await call(listRecords, { query: { keyword: person.name, size } }, { signal })).items : []
    }),
  ]
}
