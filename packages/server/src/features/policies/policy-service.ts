import { readerWays } from '@gatehouse/contract/device/passage-words.ts'
import { AppError } from '@gatehouse/contract/errors.ts'
import type {
  createPolicies as createRoute,
  PassageAnswer,
  Policy,
  PolicyHints,
} from '@gatehouse/contract/features/policies.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { localMoment } from '@gatehouse/engine/calendar/local-moment.ts'
import { decideAtDoorTogether } from '@gatehouse/engine/door/decide-at-door.ts'
import { noDoorRules, type DoorRules } from '@gatehouse/engine/door/door-question.ts'
import { selectControllerDoors } from '../sites/controller-door-reads.ts'
import { noteConfigurationChanged } from '../../device-link/outbox/configuration-changes.ts'
import { readConfiguration } from '../devices/settings/link/configuration-reads.ts'
import { changesBetween } from '../../lib/changes-between.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { thresholdsOf } from '@gatehouse/face/core/recogniser-spec.ts'
import { readIdentity } from '../../people/identity-reads.ts'
import { hasTwin } from '../../people/twin-reads.ts'
import { readCompany } from '../../company/company-reads.ts'
import { readDeviceAtDoor } from '../devices/device-reads.ts'
import { readGroups } from '../person-groups/person-group-reads.ts'
import { hasTimetable } from '../timetables/timetable-reads.ts'
import { readReasonNames } from '../records/reason-names-reads.ts'
import { readSubjects, toTimetable } from './passage-reads.ts'
import { ordinaryState, readPresentState, unknownStates } from './passage-state.ts'
import { readPolicy, readPolicyHints, readPolicyNames } from './policy-reads.ts'
import {
  deletePolicyRows,
  findPolicyDevice,
  insertPolicies,
  lockDevices,
  selectDevicesOfPolicies,
  updatePolicyTimetable,
} from './policy-store.ts'

/** @throws AppError device.not-found, group.not-found, policy.group-kind, timetable.not-found */
export async function createPolicies(ctx: Ctx, { deviceIds, groupIds, timetableId }: Body<typeof createRoute>) {
  await requirePolicyGroups(ctx, groupIds)
  await requireTimetable(ctx, timetableId)
  const wanted = [...new Set(deviceIds)]
  const devices = await lockDevices(ctx.db, wanted)
  if (devices.length !== wanted.length) throw new AppError('device.not-found')
  const groups = [...new Set(groupIds)]
  const created = await insertPolicies(ctx.db, devices, groups, timetableId)
  ctx.audit.item = await readPolicyNames(
    ctx.db,
    created.map(({ id }) => id),
  )
  ctx.audit.facts = { policies: created.length }
  await notifyDevices(
    ctx,
    created.map(({ deviceId }) => deviceId),
  )
  return { created: created.length, existing: devices.length * groups.length - created.length }
}

/** @throws AppError policy.not-found, timetable.not-found, policy.exists */
export async function changePolicy(ctx: Ctx, id: string, timetableId: string): Promise<Policy> {
  await requireTimetable(ctx, timetableId)
  const before = await findPolicyDevice(ctx.db, id)
  if (!before) throw new AppError('policy.not-found')
  await lockDevices(ctx.db, [before.device_id])
  const was = await readPolicy(ctx.db, id)
  if (before.timetable_id !== timetableId) {
    await updatePolicyTimetable(ctx.db, id, timetableId)
    await notifyDevices(ctx, [before.device_id])
  }
  const policy = await readPolicy(ctx.db, id)
  if (!was || !policy) throw new AppError('policy.not-found')
  ctx.audit.item = `${policy.device.name} – ${policy.group.name}`
  ctx.audit.changes = changesBetween({ timetable: was.timetable }, { timetable: policy.timetable })
  return policy
}

/** @throws AppError policy.not-found when not even one of them exists */
export async function removePolicies(ctx: Ctx, ids: readonly string[]): Promise<number> {
  const deviceIds = await lockDevices(ctx.db, await selectDevicesOfPolicies(ctx.db, ids))
  ctx.audit.item = await readPolicyNames(ctx.db, ids)
  const deleted = await deletePolicyRows(ctx.db, ids)
  if (deleted === 0) throw new AppError('policy.not-found')
  ctx.audit.facts = { policies: deleted }
  await notifyDevices(ctx, deviceIds)
  return deleted
}

/** Makes the devices concerned, and only those, fetch their rules again. */
async function notifyDevices(ctx: Ctx, deviceIds: readonly string[]): Promise<void> {
  await noteConfigurationChanged(ctx, [...new Set(deviceIds)], 'access')
  await hint(ctx, { to: 'consoles', topic: 'policies' }, { to: 'consoles', topic: 'timetables' })
}

async function requireTimetable(ctx: Ctx, id: string): Promise<void> {
  if (!(await hasTimetable(ctx.db, id))) throw new AppError('timetable.not-found')
}

/** Policies are for staff and visitors: the device's own setting refuses people on the blacklist. */
async function requirePolicyGroups(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const groups = await readGroups(ctx.db)
  for (const id of ids) {
    const group = groups.find((one) => one.id === id)
    if (!group) throw new AppError('group.not-found')
    if (group.kind === 'blacklisted') throw new AppError('policy.group-kind', { name: group.name })
  }
}

export async function getPolicyHints(ctx: Ctx): Promise<PolicyHints> {
  const { timeZone } = await readCompany(ctx.db)
  return readPolicyHints(ctx.db, ctx.clock.now().toZonedDateTimeISO(timeZone).toPlainDate().toString())
}

/**
 * Calls the same function as the terminal, with the same document that the terminal gets, and for the same people:
 * other entries of this face are evaluated together with it. For this moment it knows the state of the door; of another one it takes
 * the state as ordinary, and says of what.
 * @throws AppError person.not-found, device.not-found
 */
export async function explainPassage(
  ctx: Ctx,
  { personId, deviceId, at }: { personId: string; deviceId: string; at?: string | undefined },
): Promise<PassageAnswer> {
  const asked = await readAsked(ctx, personId)
  const { verdict, together, device, moment, timeZone, unknown } = await decidePassage(ctx, asked, { deviceId, at })
  const ofController = await selectControllerDoors(ctx.db, [deviceId])
  const doors: PassageAnswer['doors'] = []
  for (const { port, name } of ofController) {
    const { verdict: there } = await decidePassage(ctx, asked, { deviceId, at, port })
    doors.push({ port, name, opens: there.opens })
  }
  const people = together.length > 0 ? asked.subjects.map(({ person }) => [person.id, person.name] as const) : []
  const { on, weekday, minuteOfDay } = localMoment(moment.epochMilliseconds, timeZone)
  return {
    person: asked.asked,
    holder: asked.found.person.id === personId ? null : asked.found.person,
    device: { id: device.id, name: device.name, location: device.location },
    at: moment.toString(),
    timeZone,
    local: { on, weekday, minuteOfDay },
    opens: verdict.opens,
    doors,
    recordedAs: verdict.recordedAs,
    abnormal: verdict.abnormal,
    reasons: [...verdict.reasons],
    names: { ...(await readReasonNames(ctx.db, verdict.reasons, true)), ...Object.fromEntries(people) },
    unknownStates: unknown,
    hasTwin: await hasTwin(ctx.db, asked.found.person.id),
  }
}

/**
 * A person with the other entries of this face; `found` is the entry that holds for them, `asked` their own.
 * @throws AppError person.not-found
 */
export async function readAsked(ctx: Ctx, personId: string) {
  const { oneFace } = thresholdsOf(ctx.face.modelId())
  const { holderId, entryIds } = await readIdentity(ctx.db, ctx.people.gallery, personId, oneFace)
  const subjects = await readSubjects(ctx.db, [holderId, ...entryIds])
  const found = subjects.find(({ person }) => person.id === holderId)
  const [asked] = holderId === personId ? [found] : await readSubjects(ctx.db, [personId])
  if (!found || !asked) throw new AppError('person.not-found')
  return { subjects, found, asked: asked.person }
}

/** @throws AppError device.not-found, request.invalid for a time that does not exist */
export async function decidePassage(
  ctx: Ctx,
  { subjects, found }: Awaited<ReturnType<typeof readAsked>>,
  { deviceId, at, port = null }: { deviceId: string; at?: string | undefined; port?: number | null },
) {
  const device = await readDeviceAtDoor(ctx.db, deviceId)
  if (!device) throw new AppError('device.not-found')
  const { settings, access, isRunningAsSet } = atDoor(await readConfiguration(ctx, deviceId), port)
  const moment = at === undefined ? ctx.clock.now() : readInstant(at)
  const atMs = moment.epochMilliseconds
  const others = subjects.filter((subject) => subject !== found)
  const { rules } = questionOf({ settings, access })
  const entryIds = others.map(({ person }) => person.id)
  const asked = { personId: found.person.id, entries: entryIds, deviceId, mode: device.door_mode, rules }
  const isNow = at === undefined
  const question = {
    ...questionOf({ settings, access }),
    atMs,
    rules,
    state: isNow ? await readPresentState(ctx, asked) : ordinaryState,
  }
  if (!isNow) question.device.isRunning = isRunningAsSet
  const { verdict, others: together } = decideAtDoorTogether(question, entriesOf([found, ...others]))
  const unknown = isNow ? [] : unknownStates(rules)
  return { verdict, together, device, moment, timeZone: settings.timeZone, unknown }
}

type Configuration = Awaited<ReturnType<typeof readConfiguration>>

/** The document of a device with several doors as it is at one of them: the groups that may not pass there are not bound. */
export const atDoor = (found: Configuration, port: number | null): Configuration => {
  const mayPass = (groupId: string) => port === null || (found.groupPorts[groupId]?.includes(port) ?? true)
  return { ...found, access: { ...found.access, boundGroupIds: found.access.boundGroupIds.filter(mayPass) } }
}

type Document = Pick<Awaited<ReturnType<typeof readConfiguration>>, 'settings' | 'access'>

/** The rules that hold at a device, as its document has them. */
export const questionOf = ({ settings, access }: Document) => ({
  timeZone: settings.timeZone,
  rules: { ...(access.door ?? noDoorRules), direction: readerWays[settings.direction] } satisfies DoorRules,
  device: {
    isRunning: settings.isRunning,
    opensForBlacklisted: settings.opensForBlacklisted,
    boundGroupIds: access.boundGroupIds,
  },
  policies: access.policies,
  timetables: access.timetables.map(toTimetable),
})

/** The entries of one face, the one that was found first. */
export const entriesOf = (subjects: Awaited<ReturnType<typeof readSubjects>>) =>
  subjects.map(({ person, subject }) => ({ ...subject, id: person.id }))

/** @throws AppError request.invalid for a time that does not exist */
function readInstant(at: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(at)
  } catch {
    throw new AppError('request.invalid', { fields: 'at', issues: [{ path: 'at', problem: 'no-instant' }] })
  }
}
