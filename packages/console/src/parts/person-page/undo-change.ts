import { getOperation, type OperationDetail } from '@gatehouse/contract/features/operation-log.ts'
import type { TimelineEntry } from '@gatehouse/contract/features/people/timeline.ts'
import { getStaff, undoStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import { getVisitor, undoVisitor, updateVisitor } from '@gatehouse/contract/features/visitors.ts'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { isCode } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { useSuspend } from '../person/use-suspend.tsx'
import type { Shown } from './person-queries.ts'

type Change = Extract<TimelineEntry, { kind: 'changes' }>

/** The fields whose old values the operation log has whole; numbers of people are masked in it, and pictures never there. */
const plainFields = {
  staff: [
    'name',
    'jobId',
    'position',
    'workingPlace',
    'birthdayOn',
    'entryOn',
    'leavingOn',
    'staffType',
    'countryCode',
    'regionCode',
    'extension',
    'areaCode',
  ],
  visitor: ['name', 'company', 'validFromAt', 'validToAt', 'guestRating'],
} as const
/** Fields that are shown as things with names, and saved by their ids. */
const namedFields = { department: 'departmentId', host: 'hostId', groups: 'groupIds' } as const

type Module = keyof typeof plainFields
const isModule = (module: string): module is Module => module in plainFields
const isNamed = (field: string): field is keyof typeof namedFields => field in namedFields
const isUndoable = (module: Module, field: string) =>
  isNamed(field) || plainFields[module].some((plain: string) => plain === field)
/** Whether the log has all old values of a change. */
const isWhole = ({ event, module, fields }: Change['change']) =>
  (event === 'update' || event === 'undo') &&
  isModule(module) &&
  fields.length > 0 &&
  fields.every((field) => isUndoable(module, field))

/** Why a change that is the latest word on its fields cannot be taken back. */
export type Irrevocable = 'values' | 'picture' | 'many'

const pictures = new Set(['portraitId', 'displayPortraitId'])

/**
 * The entries that can be taken back: that of which the server keeps the old values (`keptId`), the latest word on fields that the log has
 * whole, and the suspension that lasts. Of others that are the latest word it says why not; those that were changed again since are absent.
 */
export function undoableChanges(
  entries: readonly TimelineEntry[],
  { isSuspended }: Pick<Shown, 'isSuspended'>,
  keptId: string | null,
): ReadonlyMap<string, 'undoable' | Irrevocable> {
  const told = new Set<string>()
  const found = new Map<string, 'undoable' | Irrevocable>()
  const manyAtOnce: Readonly<Record<string, string>> = {
    move: 'department',
    'assign-groups': 'groups',
    group: 'groups',
    extend: 'validToAt',
  }
  for (const entry of entries) {
    if (entry.kind !== 'changes') continue
    const { event, module, fields } = entry.change
    const field = manyAtOnce[event]
    if (event === 'suspend' || event === 'resume') {
      if (event === 'suspend' && isSuspended && !told.has('suspension')) found.set(entry.id, 'undoable')
      told.add('suspension')
    } else if ((event === 'update' || event === 'undo') && isModule(module) && fields.length > 0) {
      const isLatest = fields.every((field) => !told.has(field))
      if (entry.id === keptId || (isLatest && isWhole(entry.change))) found.set(entry.id, 'undoable')
      else if (isLatest) found.set(entry.id, fields.some((field) => pictures.has(field)) ? 'picture' : 'values')
      for (const field of fields) told.add(field)
    } else if (field !== undefined) {
      if (entry.id === keptId) found.set(entry.id, 'undoable')
      else if (!told.has(field)) found.set(entry.id, 'many')
      told.add(field)
    }
  }
  return found
}

const thing = z.object({ id: z.string() })
const idOf = (value: unknown) => thing.safeParse(value).data?.id ?? null
const idsOf = (value: unknown) =>
  z
    .array(thing)
    .safeParse(value)
    .data?.map(({ id }) => id)
    .toSorted((a, b) => (a < b ? -1 : 1)) ?? null
const saved = (field: string, value: unknown) =>
  field === 'groups' ? idsOf(value) : isNamed(field) ? idOf(value) : value

/** The body that brings the fields of a line back; undefined when one of them is no longer what the line left it as. */
export function bodyOfUndo(
  changes: NonNullable<OperationDetail['changes']>,
  now: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const fields = Object.entries(changes)
  if (
    fields.some(
      ([field, { to }]) => JSON.stringify(saved(field, to)) !== JSON.stringify(saved(field, now[field] ?? null)),
    )
  )
    return undefined
  return Object.fromEntries(
    fields.map(([field, { from }]) => [isNamed(field) ? namedFields[field] : field, saved(field, from)]),
  )
}

/** The latest change, as long as the person has the version that it made. */
export type Kept = { id: string; version: number } | null

const isNoLongerLatest = (error: unknown) =>
  isCode<typeof undoStaff>(error, 'staff.nothing-to-undo') ||
  isCode<typeof undoVisitor>(error, 'visitor.nothing-to-undo')

/** Takes back a change of the timeline by an ordinary change, which leaves its own line. Undefined: this person may not. */
export function useUndoChange(person: Shown, kept: Kept): ((entry: Change) => Promise<unknown>) | undefined {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const { resume } = useSuspend()
  const mayFor = { staff: can('staff.write'), visitor: can('visitor.write'), person: can('person.suspend') }
  if (!Object.values(mayFor).some(Boolean)) return undefined
  const undoFields = async ({ id, change: { module } }: Change) => {
    const { changes } = await call(getOperation, { params: { id } })
    const params = { id: person.id }
    const isStaff = module === 'staff'
    const now = isStaff ? await call(getStaff, { params }) : await call(getVisitor, { params })
    const body = changes === null ? undefined : bodyOfUndo(changes, now)
    if (body === undefined) return toast.warned(t('personPage:timeline.changedSince'))
    const whole = { ...body, version: now.version }
    // A value that was allowed when the line was written may not be allowed today.
    const refused = () => toast.warned(t('personPage:timeline.formerRefused', { name: person.name }))
    if (isStaff) {
      const { data } = updateStaff.body.safeParse(whole)
      if (!data) return refused()
      await call(updateStaff, { params, body: data })
    } else {
      const { data } = updateVisitor.body.safeParse(whole)
      if (!data) return refused()
      await call(updateVisitor, { params, body: data })
    }
    toast.done(t('personPage:timeline.undone', { name: person.name }))
  }
  const undoKept = async (entry: Change, version: number) => {
    const { change } = entry
    try {
      await call(change.module === 'visitor' ? undoVisitor : undoStaff, {
        params: { id: person.id },
        body: { version },
      })
    } catch (error) {
      // The person was changed since the line was drawn: the line is taken back by itself, if its fields stand as it left them.
      if (isNoLongerLatest(error) && isWhole(change)) return undoFields(entry)
      throw error
    }
    toast.done(t('personPage:timeline.undone', { name: person.name }))
  }
  return (entry) =>
    entry.change.event === 'suspend'
      ? resume({ ids: [person.id], name: person.name })
      : (entry.id === kept?.id ? undoKept(entry, kept.version) : undoFields(entry)).catch(toast.failed)
}
