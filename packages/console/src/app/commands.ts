import { listBlacklist } from '@gatehouse/contract/features/blacklist.ts'
import { listDevices } from '@gatehouse/contract/features/devices.ts'
import { listRecords } from '@gatehouse/contract/features/records.ts'
import { listStaff } from '@gatehouse/contract/features/staff.ts'
import { listVisitors } from '@gatehouse/contract/features/visitors.ts'
import { menuOf } from '@gatehouse/contract/navigation.ts'
import { liveViewPath, pathTo } from '@gatehouse/contract/paths.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'
import { writtenPhone } from '@gatehouse/contract/phone-number.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import type { Text } from '../i18n/i18n.ts'
import { companyTime } from '../lib/format-date.ts'
import { pagePath } from '../lib/page-path.ts'
import { titleOf } from './features.ts'

/** Something the palette leads to. */
export type Command = { key: string; text: string; hint?: string | undefined; to: string }

const actions = [
  ['addStaff', pathTo('staff', { deptId: 0, below: 'new' }), ['staff.write']],
  ['addVisitor', pathTo('visitor', { below: 'new' }), ['visitor.write']],
  ['addDevice', pathTo('deviceList', { below: 'new' }), ['device.write']],
  ['addPolicy', pathTo('policies', { below: 'new' }), ['policy.write']],
  ['addBlacklisted', pathTo('blacklist', { below: 'new' }), ['blacklist.write']],
  ['importStaff', pathTo('staff', { deptId: 0, below: 'import' }), ['staff.write']],
  ['why', pathTo('policies', { below: 'why' }), ['policy.read']],
  ['liveView', liveViewPath, ['device.read', 'record.read']],
  ['openAlarms', pathTo('deviceAlarm', { query: { status: 'open' } }), ['alarm.read']],
  ['password', '/account/password', []],
] as const satisfies readonly [string, string, readonly Permission[]][]

/** The actions that this role may do, with their pages. */
export const actionsOf = (role: Role, t: Text): Command[] =>
  actions
    .filter(([, , wanted]) => wanted.every((permission) => can(role, permission)))
    .map(([name, to]) => ({ key: `action-${name}`, text: t(`palette:actions.${name}`), to }))

/** The pages of this role's menu. */
export const pagesFor = (role: Role, t: Text): Command[] =>
  menuOf(role).flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      key: `page-${entry}`,
      text: titleOf(entry),
      hint: entry === 'dashboard' ? undefined : t(`menu:groups.${name}`),
      to: pagePath(entry),
    })),
  )

/** The commands that contain every typed word. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return commands.filter(({ text, hint = '' }) => {
    const own = `${text} ${hint}`.toLowerCase()
    return words.every((word) => own.includes(word))
  })
}

const size = 5
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/**
 * The searches by a keyword: the same routes, with the same rights, as the lists that they lead to. Only lists that this
 * role may read are searched.
 */
export function searchesOf(role: Role, keyword: string, t: Text) {
  const searches = [
    {
      name: 'staff',
      permission: 'staff.read',
      find: async (signal: AbortSignal) =>
        (await call(listStaff, { query: { keyword, size } }, { signal })).items.map(
          ({ id, name, jobId, phone, department }): Command => ({
            key: id,
            text: name,
            to: pathTo('staffDetail', { query: { id } }),
            hint: joined(jobId, department?.name, writtenPhone(phone)),
          }),
        ),
    },
    {
      name: 'visitors',
      permission: 'visitor.read',
      find: async (signal: AbortSignal) =>
        (await call(listVisitors, { query: { keyword, size } }, { signal })).items.map(
          ({ id, name, company, phone }): Command => ({
            key: id,
            text: name,
            to: pathTo('visitorDetail', { query: { id } }),
            hint: joined(company, writtenPhone(phone)),
          }),
        ),
    },
    {
      name: 'blacklist',
      permission: 'blacklist.read',
      find: async (signal: AbortSignal) =>
        (await call(listBlacklist, { query: { keyword, size } }, { signal })).items.map(
          ({ id, name, reason }): Command => ({
            key: id,
            text: name,
            to: pathTo('blacklistDetail', { query: { id } }),
            hint: reason ?? undefined,
          }),
        ),
    },
    {
      name: 'devices',
      permission: 'device.read',
      find: async (signal: AbortSignal) =>
        (await call(listDevices, { query: { keyword, size } }, { signal })).items.map(
          ({ id, name, location, serialNumber, isOnline }): Command => ({
            key: id,
            text: name,
            to: pathTo('deviceList', { below: id }),
            hint: joined(t(isOnline ? 'palette:online' : 'palette:offline'), location, serialNumber),
          }),
        ),
    },
    {
      name: 'records',
      permission: 'record.read',
      find: async (signal: AbortSignal) =>
        (await findRecords(role, keyword, signal)).map(({ id, person, device, recognisedAt }): Command => ({
          key: id,
          text: person?.name ?? t('palette:stranger'),
          to: pathTo('signRecord', { below: id }),
          hint: joined(companyTime(recognisedAt), device.name),
        })),
    },
  ] as const satisfies readonly {
    name: string
    permission: Permission
    find: (signal: AbortSignal) => Promise<Command[]>
  }[]
  return searches
    .filter(({ permission }) => can(role, permission))
    .map(({ name, find }) => ({
      name,
      query: queryOptions({
        // begins with its live topic, but for the blacklist, which has none
        queryKey: [name, 'palette', keyword],
        queryFn: ({ signal }) => find(signal),
        staleTime: 10_000,
      }),
    }))
}

/** Records are found by names and doors; a number finds the records of the person who has it. */
async function findRecords(role: Role, keyword: string, signal: AbortSignal) {
  const { items } = await call(listRecords, { query: { keyword, size } }, { signal })
  if (items.length > 0 || !/\d{2}/.test(keyword)) return items
  const [person] = can(role, 'staff.read')
    ? (await call(listStaff, { query: { keyword, size: 1 } }, { signal })).items
    : (await call(listVisitors, { query: { keyword, size: 1 } }, { signal })).items
  return person ? (await call(listRecords, { query: { keyword: person.name, size } }, { signal })).items : []
}
