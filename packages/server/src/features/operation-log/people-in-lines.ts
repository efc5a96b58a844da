import type { Permission } from '@gatehouse/contract/permissions.ts'
import { type Ctx, may } from '../../ctx.ts'

/*
 * The log is read by roles that may not read people. A line stays in it for everybody, but names people only for those who may read that
 * kind of people. A kind of line that nobody has thought of yet counts as one that names anybody: so does each line of a module that is
 * not named here, also of another release.
 */

const nobody: readonly Permission[] = []
const anybody: readonly Permission[] = ['staff.read', 'visitor.read', 'blacklist.read']

/** The permissions to read the people whom lines of a module name, or those of one event (`module event`), where that differs. */
const peopleInLines: Readonly<Record<string, readonly Permission[]>> = {
  account: nobody,
  alarm: nobody,
  attendance: ['staff.read'],
  'attendance-area': nobody,
  'attendance-rule': ['staff.read'],
  backup: nobody,
  blacklist: ['blacklist.read'],
  'blacklist-group': nobody,
  company: nobody,
  // Its manager.
  department: ['staff.read'],
  device: nobody,
  'inside create-display': nobody,
  'inside delete-display': nobody,
  licence: nobody,
  lockdown: nobody,
  'muster create-point': nobody,
  'muster delete-point': nobody,
  'muster update-point': nobody,
  'muster update-settings': nobody,
  'open-platform': nobody,
  policy: nobody,
  registration: ['staff.read'],
  'service-config': nobody,
  // The address that it went to.
  'service-config test-mail': ['service-config.manage'],
  site: nobody,
  staff: ['staff.read'],
  'staff-group': nobody,
  storage: nobody,
  timetable: nobody,
  upgrade: nobody,
  visitor: ['visitor.read'],
  'visitor-group': nobody,
}

/** The permissions to read what was changed, where that has addresses of people among it. */
const addressesInChanges: Readonly<Record<string, Permission>> = {
  'muster update-settings': 'site.write',
  'service-config set-mail': 'service-config.manage',
  'site set-inside-rules': 'site.write',
}

type Reader = Pick<Ctx, 'actor'>
type LineKind = { module: string; event: string }

const mayAll = (reader: Reader, needed: readonly Permission[]) => needed.every((permission) => may(reader, permission))

/** The part of a line of this kind that this reader does not see; null: none. */
export function hiddenOf(reader: Reader, { module, event }: LineKind): 'people' | 'changes' | null {
  const kind = `${module} ${event}`
  if (!mayAll(reader, peopleInLines[kind] ?? peopleInLines[module] ?? anybody)) return 'people'
  const needed = addressesInChanges[kind]
  return needed === undefined || may(reader, needed) ? null : 'changes'
}

type ReadableLines = {
  kinds: string[]
  hiddenKinds: string[]
  modules: string[]
  /** All modules that are named here, where the reader may read every other; else null. */
  allButThese: string[] | null
}

/** The lines whose people this reader may read, for a search; null: all. */
export function readableLines(reader: Reader): ReadableLines | null {
  if (mayAll(reader, [...anybody, ...Object.values(peopleInLines).flat()])) return null
  const isKind = (key: string) => key.includes(' ')
  const keys = Object.entries(peopleInLines).map(([key, needed]) => ({ key, isRead: mayAll(reader, needed) }))
  const keysThat = (isWanted: (one: (typeof keys)[number]) => boolean) => keys.filter(isWanted).map(({ key }) => key)
  return {
    kinds: keysThat(({ key, isRead }) => isRead && isKind(key)),
    hiddenKinds: keysThat(({ key, isRead }) => !isRead && isKind(key)),
    modules: keysThat(({ key, isRead }) => isRead && !isKind(key)),
    allButThese: mayAll(reader, anybody) ? keysThat(({ key }) => !isKind(key)) : null,
  }
}
