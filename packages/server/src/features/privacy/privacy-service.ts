import { Readable } from 'node:stream'
import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { ZipFile } from 'yazl'
import { type Ctx, may } from '../../ctx.ts'
import { purgePerson } from './purge-person.ts'
import { contributors } from './person-data.ts'
import { findPerson, type PersonRow } from '../../people/person-store.ts'
import { mayChange } from '../../people/visible-person.ts'

const kinds = ['staff', 'visitor', 'blacklisted'] as const
const writers = { staff: 'staff.write', visitor: 'visitor.write', blacklisted: 'blacklist.write' } as const

/**
 * A role that may change people of a kind may also give out and erase their data; for a blacklisted person it must also
 * be allowed to change their former kind.
 * @throws AppError auth.permission-denied (for a role that writes no people at all), person.not-found
 */
async function refuseOthers(ctx: Ctx, person: PersonRow | undefined): Promise<PersonRow> {
  const mayWrite = (kind: (typeof kinds)[number]) => may(ctx, writers[kind])
  if (!kinds.some(mayWrite)) throw new AppError('auth.permission-denied')
  const of = person && kinds.find((kind) => personKindCodes[kind] === person.kind)
  if (!person || !of || !(await mayChange(ctx, { id: person.id, of }))) throw new AppError('person.not-found')
  return person
}

/**
 * All data about one person, as a zip: `person.json`, and pictures as files. Written while it is read.
 * @throws AppError auth.permission-denied, person.not-found
 */
export async function createPersonData(ctx: Ctx, id: string): Promise<Readable> {
  const person = await refuseOthers(ctx, await findPerson(ctx.db, id))
  ctx.audit.item = person.name
  ctx.audit.personIds = [id]
  const held: Record<string, unknown> = {}
  const zip = new ZipFile()
  for (const { name, collect } of contributors) {
    const { data, pictures = [] } = await collect(ctx, person)
    held[name] = data
    for (const { file, hash } of pictures) {
      // Opened one after the other, as the zip reaches them: thousands of captures are never in memory together.
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
 * Erases a person: the row with all dependent rows, portraits, captures, and their name in records and alarms. The
 * operation log keeps the actions on them, as the law of most places requires. Gives how many passages lost their
 * person.
 * @throws AppError auth.permission-denied, person.not-found
 */
export async function erasePerson(ctx: Ctx, id: string): Promise<{ records: number }> {
  const records = await purgePerson(ctx, id, async (person) => {
    ctx.audit.item = (await refuseOthers(ctx, person)).name
  })
  return { records: records ?? 0 }
}
