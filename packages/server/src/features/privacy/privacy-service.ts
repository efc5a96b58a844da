import { Readable } from 'node:stream'
import { AppError } from '@gatehouse/contract/errors.ts'
import { can, type Permission } from '@gatehouse/contract/permissions.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { ZipFile } from 'yazl'
import { notePeopleChanged } from '../../device-link/people-changes.ts'
import { type Ctx, hint } from '../../lib/ctx.ts'
import { holdDepartments } from '../departments/department-actions.ts'
import { dropBlobs, dropPortraits } from '../portraits/portrait-actions.ts'
import { contributors } from './person-data.ts'
import {
  countRecords,
  deleteAttendanceNews,
  deletePersonRow,
  findPerson,
  holdGroupsOf,
  lockPerson,
  type PersonRow,
} from './privacy-store.ts'

/** Who may change people of a kind may also give out and erase what is held about them. */
const writers: Readonly<Record<number, Permission>> = {
  [personKindCodes.staff]: 'staff.write',
  [personKindCodes.visitor]: 'visitor.write',
  [personKindCodes.blacklisted]: 'blacklist.write',
}

/** @throws AppError auth.permission-denied (for a role that writes no people at all), person.not-found */
function refuseOthers({ actor }: Ctx, person: PersonRow | undefined): PersonRow {
  const mayWrite = (permission: Permission | undefined) =>
    actor.kind === 'account' && permission !== undefined && can(actor.role, permission)
  if (!Object.values(writers).some(mayWrite)) throw new AppError('auth.permission-denied')
  if (!person || !mayWrite(writers[person.kind])) throw new AppError('person.not-found')
  return person
}

/**
 * All that is held about one person, as a zip: `person.json`, and pictures as files. Written while it is read.
 * @throws AppError auth.permission-denied, person.not-found
 */
export async function openPersonData(ctx: Ctx, id: string): Promise<Readable> {
  const person = refuseOthers(ctx, await findPerson(ctx.db, id))
  ctx.audit.item = person.name
  const held: Record<string, unknown> = {}
  const zip = new ZipFile()
  for (const { name, collect } of contributors) {
    const { data, pictures = [] } = await collect(ctx, person)
    held[name] = data
    for (const { file, hash } of pictures) {
      // Opened one after the other, as the zip comes to them: thousands of captures are never in memory together.
      const bytes = async function* () {
        const picture = await ctx.blobs.get(hash)
        if (picture) yield picture
      }
      zip.addReadStream(Readable.from(bytes(), { objectMode: false }), file, { compress: false })
    }
  }
  zip.addBuffer(Buffer.from(JSON.stringify(held, null, 2)), 'person.json')
  zip.end()
  return Readable.from(zip.outputStream, { objectMode: false })
}

/**
 * Forgets a person: the row with all that hangs on it, portraits, captures, and their name in records and alarms. The
 * operation log keeps what was done to them, as the law of most places asks. Gives how many passages became nobody's.
 * @throws AppError auth.permission-denied, person.not-found
 */
export async function erasePerson(ctx: Ctx, id: string): Promise<{ records: number }> {
  // A department may lose its manager.
  await holdDepartments(ctx)
  const person = refuseOthers(ctx, await lockPerson(ctx.db, id))
  ctx.audit.item = person.name
  await holdGroupsOf(ctx.db, id)
  const records = await countRecords(ctx.db, id)
  for (const { erase } of contributors) await dropBlobs(ctx, (await erase?.(ctx, person)) ?? [])
  await notePeopleChanged(ctx, [id])
  await deletePersonRow(ctx.db, id)
  await deleteAttendanceNews(ctx.db, id)
  await dropPortraits(
    ctx,
    [person.portrait_id, person.display_portrait_id].filter((one) => one !== null),
  )
  await hint(
    ctx,
    { to: 'servers', what: 'gallery', id },
    { to: 'consoles', topic: 'staff', id },
    { to: 'consoles', topic: 'departments' },
  )
  return { records }
}
