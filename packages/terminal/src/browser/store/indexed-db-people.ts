import { personFailures } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { createMemoryPeople, type PeopleStart } from '../../state/memory-state.ts'
import { noProgress, progressSchema } from '../../state/people-progress.ts'
import { bytesOfFaces, facesOfBytes } from '../../state/stored-faces.ts'
import type { PeopleStore, StoredPerson } from '../../state/terminal-state.ts'
import type { Change, Kept, IndexedDbStore } from './indexed-db-store.ts'

const personSchema = z.object({
  id: z.string(),
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  name: z.string(),
  prompt: z.string().nullable(),
  groupIds: z.array(z.string()),
  validFromMs: z.number().nullable(),
  validToMs: z.number().nullable(),
  // Absent in a list that an earlier release fetched; the server sends whom it concerns again.
  suspensions: z.array(z.object({ fromMs: z.number(), toMs: z.number().nullable() })).default([]),
  leftMs: z.number().nullable().default(null),
  twinIds: z.array(z.string()).optional(),
  // Absent in a list that an earlier release fetched.
  cardHash: z.string().nullable().optional(),
  pin: z.string().nullable().optional(),
  passes: z.array(
    z.object({
      id: z.string(),
      codeHash: z.string(),
      validFromMs: z.number(),
      validToMs: z.number(),
      maxUses: z.number().nullable(),
      usedCount: z.number(),
      isRevoked: z.boolean(),
    }),
  ),
})
const failuresSchema = z.array(z.tuple([z.string(), z.enum(personFailures)]))
const usesSchema = z.array(z.tuple([z.string(), z.number()]))

/** The people that the database holds. */
export async function openIndexedDbPeople(database: IndexedDbStore): Promise<PeopleStore> {
  const progress = progressSchema.catch(noProgress).parse((await database.read('note', 'people'))?.json)
  const kept = (await database.readAll('person')).flatMap(([, person]) => toPerson(person))
  // People who were named before a full pull was interrupted cannot be told from those who were not, and people of an
  // earlier release lack their cards: the pull begins again.
  const beginsAnew = progress.isFullPull || kept.some(({ isWhole }) => !isWhole)
  const failures = failuresSchema.catch([]).parse((await database.read('note', 'people-failures'))?.json)
  const uses = usesSchema.catch([]).parse((await database.read('note', 'pass-uses'))?.json)
  return keepPeople(database, {
    progress: beginsAnew ? { ...progress, cursor: null, isFullPull: false } : progress,
    people: kept.map(({ person }) => person),
    failures,
    uses,
  })
}

/** People in memory, where they are searched; each change of them is written to the database. */
export function keepPeople(database: IndexedDbStore, start?: PeopleStart): PeopleStore {
  const people = createMemoryPeople(start)
  const noteProgress = (): Change => ['note', 'people', { json: people.progress }]
  const noteFailures = (): Change => ['note', 'people-failures', { json: people.failures }]
  const noteUses = (): Change => ['note', 'pass-uses', { json: people.uses }]
  return {
    get cursor() {
      return people.cursor
    },
    get hashing() {
      return people.hashing
    },
    get isFullPull() {
      return people.isFullPull
    },
    get count() {
      return people.count
    },
    get dueReport() {
      return people.dueReport
    },
    hasFailure: people.hasFailure,
    find: people.find,
    all: people.all,
    findByCode: people.findByCode,
    findByCard: people.findByCard,
    usesOf: (pass) => people.usesOf(pass),
    apply(step) {
      const change = people.apply(step)
      database.change([
        ...change.stored.map((person): Change => ['person', person.id, fromPerson(person)]),
        ...change.gone.map((personId): Change => ['person', personId, null]),
        noteProgress(),
        noteFailures(),
        noteUses(),
      ])
      return change
    },
    noteUse(pass) {
      people.noteUse(pass)
      database.change([noteUses()])
    },
    markReported(cursor) {
      people.markReported(cursor)
      database.change([noteProgress()])
    },
    startOver() {
      people.startOver()
      database.change([noteProgress()])
    },
  }
}

function fromPerson({ embeddings, ...json }: StoredPerson): Kept {
  return { json, bytes: bytesOfFaces(embeddings) }
}

function toPerson({ json, bytes }: Kept): { person: StoredPerson; isWhole: boolean }[] {
  const person = personSchema.safeParse(json)
  if (!person.success) return []
  const embeddings = facesOfBytes(new Uint8Array(bytes ?? []))
  const { cardHash = null, pin = null, ...known } = person.data
  return [{ person: { ...known, cardHash, pin, embeddings }, isWhole: person.data.cardHash !== undefined }]
}
