import type { Ctx } from '../../ctx.ts'
import type { PersonRow } from '../../people/person-store.ts'
import { knownNumbersOf } from '../../people/device-numbers.ts'
import { showEmail, showIdNumber, showPhone } from '../../people/person-columns.ts'
import { deleteKeptOffOf, selectKeptOffOf } from '../../device-link/outbox/kept-off-store.ts'
import { deleteFailuresOf, selectFailuresOf } from '../../device-link/outbox/people-report-store.ts'
import { eraseFromAlarms, readAlarmsOf } from '../alarms/erase-person-actions.ts'
import { pseudonymiseAttendance } from '../attendance/attendance-actions.ts'
import { readAttendanceOf } from '../attendance/attendance-reads.ts'
import { deleteImportsOf } from '../imports/import-actions.ts'
import { readImportsOf } from '../imports/import-reads.ts'
import { deleteRegistrationsOf } from '../registrations/registration-actions.ts'
import { eraseFromRecords, readRecordsOf } from '../records/erase-person-actions.ts'
import { readRegistrationsOf } from '../registrations/registration-reads.ts'
import { deleteVisitsOf } from '../visitors/visits/visit-actions.ts'
import { readVisitsOf } from '../visitors/visits/visit-reads.ts'
import { selectFaces, selectGroups, selectImages, selectLinked, selectSentPictures } from './privacy-store.ts'

/** A stored picture: the name of its file in the zip, and the hash of its bytes. */
type Picture = { file: string; hash: Buffer }
type Held = { data: unknown; pictures?: Picture[] }

/**
 * The data that one part of the product holds about a person, and how it erases them. A slice that stores people adds a
 * line to `contributors`; what hangs on the person's row by a foreign key goes with that row and needs no `erase`.
 */
export type Contributor = {
  /** The name of its part of `person.json`. */
  name: string
  collect: (ctx: Ctx, person: PersonRow) => Promise<Held>
  erase?: (ctx: Ctx, person: PersonRow) => Promise<unknown>
}

/** The content of a record about this person: other people whom it names are left out. */
const asOf = (record: Awaited<ReturnType<typeof readRecordsOf>>[number], id: string) => ({
  ...record,
  ...(record.person_id !== id && {
    person_id: null,
    person_name: null,
    department_id: null,
    cosine: null,
    reasons: [],
  }),
  candidates: record.candidates?.filter((candidate) => candidate.id === id) ?? null,
})

/** The place of its bytes says nothing about a person. */
const withoutHashes = (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !column.endsWith('_hash')))

export const contributors: readonly Contributor[] = [
  {
    name: 'profile',
    collect: async ({ keys }, person) => {
      const numbers = {
        phone: showPhone(keys, person.phone_sealed),
        email: showEmail(keys, person.email_sealed),
        id_number: showIdNumber(keys, person.id_number_sealed),
      }
      // Sealed, hashed and masked forms of the same numbers, and search columns, say nothing more.
      const plain = Object.entries(person).filter(([column]) => !/_(sealed|hash|masked)$|search/.test(column))
      return { data: { ...Object.fromEntries(plain), ...numbers } }
    },
  },
  { name: 'groups', collect: async ({ db }, { id }) => ({ data: await selectGroups(db, id) }) },
  {
    name: 'portraits',
    collect: async ({ db }, person) => {
      const images = await selectImages(db, person)
      return {
        data: images.map(withoutHashes),
        pictures: images.map(({ id, kind, blob_hash }) => ({ file: `portraits/${kind}-${id}.jpg`, hash: blob_hash })),
      }
    },
  },
  // The face as numbers stays sealed: it is useless outside this installation. Its metadata are given.
  { name: 'faces', collect: async ({ db }, person) => ({ data: await selectFaces(db, person) }) },
  // Every row that refers to the person by a foreign key (blacklisting, visits, passes …), also of features to come.
  { name: 'linked', collect: async ({ db }, { id }) => ({ data: await selectLinked(db, id) }) },
  {
    name: 'records',
    collect: async (ctx, { id }) => {
      const records = await readRecordsOf(ctx, id)
      return {
        data: records.map((record) => withoutHashes(asOf(record, id))),
        pictures: records.flatMap(({ id: recordId, person_id, capture_hash }) =>
          capture_hash && person_id === id ? { file: `captures/${recordId}.jpg`, hash: capture_hash } : [],
        ),
      }
    },
    erase: (ctx, { id }) => eraseFromRecords(ctx, id),
  },
  {
    name: 'alarms',
    collect: async (ctx, { id }) => {
      const alarms = await readAlarmsOf(ctx, id)
      return {
        data: alarms.map(withoutHashes),
        pictures: alarms.flatMap(({ id, image_hash }) =>
          image_hash ? { file: `alarms/${id}.jpg`, hash: image_hash } : [],
        ),
      }
    },
    erase: (ctx, { id }) => eraseFromAlarms(ctx, id),
  },
  {
    name: 'visits',
    collect: async ({ db, keys }, { id }) => ({ data: await readVisitsOf(db, id, keys) }),
    erase: (ctx, { id }) => deleteVisitsOf(ctx, [id]),
  },
  {
    name: 'registrations',
    collect: async ({ db, keys }, person) => ({
      data: await readRegistrationsOf(db, person, keys),
      pictures: (await selectSentPictures(db, person.id)).map(({ id, blob_hash }) => ({
        file: `registrations/${id}.jpg`,
        hash: blob_hash,
      })),
    }),
    erase: (ctx, person) => deleteRegistrationsOf(ctx, person),
  },
  {
    name: 'imports',
    collect: async ({ db }, { id }) => ({ data: await readImportsOf(db, id) }),
    erase: (ctx, { id }) => deleteImportsOf(ctx, id),
  },
  {
    name: 'attendance',
    collect: async ({ db }, { id }) => ({ data: await readAttendanceOf(db, id) }),
    erase: ({ db }, person) => pseudonymiseAttendance(db, person),
  },
  // Terminals of other makes know the person by it.
  {
    name: 'deviceNumber',
    collect: async ({ db }, { id }) => ({ data: (await knownNumbersOf({ db }, [id]))[0] ?? null }),
  },
  {
    name: 'devices',
    collect: async ({ db }, { id }) => ({
      data: { failures: await selectFailuresOf(db, id), keptOff: await selectKeptOffOf(db, id) },
    }),
    erase: async ({ db }, { id }) => {
      await deleteFailuresOf(db, id)
      await deleteKeptOffOf(db, id)
    },
  },
]
