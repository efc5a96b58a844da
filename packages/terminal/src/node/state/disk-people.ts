import type { DatabaseSync } from 'node:sqlite'
import { personFailures } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'
import {
  createCapacityCheck,
  nextProgress,
  noProgress,
  type Progress,
  progressSchema,
} from '../../state/people-progress.ts'
import { bytesOfFaces, facesOfBytes } from '../../state/stored-faces.ts'
import type { PeopleChange, PeopleStep, PeopleStore, StoredPass, StoredPerson } from '../../state/terminal-state.ts'

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  name: z.string(),
  prompt: z.string().nullable(),
  group_ids: z.string(),
  valid_from_ms: z.number().nullable(),
  valid_to_ms: z.number().nullable(),
  suspensions: z.string().nullable(),
  left_ms: z.number().nullable(),
  twin_ids: z.string().nullable(),
  embeddings: z.instanceof(Uint8Array),
  card_hash: z.string().nullable(),
  pin: z.string().nullable(),
})
const suspensionsSchema = z.array(z.object({ fromMs: z.number(), toMs: z.number().nullable() }))
const passSchema = z.object({
  id: z.string(),
  codeHash: z.string(),
  validFromMs: z.number(),
  validToMs: z.number(),
  maxUses: z.number().nullable(),
  usedCount: z.number(),
  isRevoked: z.boolean(),
})
const passRowSchema = z.object({ person_id: z.string(), body: z.string() })
const usesSchema = z.object({ uses: z.int() })
const failureSchema = z.object({ person_id: z.string(), reason: z.enum(personFailures) })
const idSchema = z.object({ id: z.string() })
const countSchema = z.object({ count: z.int() })

/** The statements on people and on those who could not be stored. */
const prepareStatements = (db: DatabaseSync) => ({
  upsert: db.prepare(`
    INSERT INTO person (id, kind, name, prompt, group_ids, valid_from_ms, valid_to_ms, suspensions, left_ms, twin_ids, embeddings, card_hash, pin, generation)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, name = excluded.name, prompt = excluded.prompt, group_ids = excluded.group_ids,
      valid_from_ms = excluded.valid_from_ms, valid_to_ms = excluded.valid_to_ms,
      suspensions = excluded.suspensions, left_ms = excluded.left_ms, twin_ids = excluded.twin_ids,
      embeddings = excluded.embeddings, card_hash = excluded.card_hash, pin = excluded.pin, generation = excluded.generation`),
  select: db.prepare('SELECT * FROM person WHERE id = ?'),
  selectByCard: db.prepare('SELECT * FROM person WHERE card_hash = ?'),
  selectAll: db.prepare('SELECT * FROM person'),
  selectCounted: db.prepare('SELECT 1 FROM person WHERE id = ? AND generation >= ?'),
  selectOlder: db.prepare('SELECT id FROM person WHERE generation < ?'),
  countFrom: db.prepare('SELECT count(*) AS count FROM person WHERE generation >= ?'),
  remove: db.prepare('DELETE FROM person WHERE id = ?'),
  upsertFailure: db.prepare(`
    INSERT INTO person_failure (person_id, reason, generation) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET reason = excluded.reason, generation = excluded.generation`),
  removeFailure: db.prepare('DELETE FROM person_failure WHERE person_id = ?'),
  removeOlderFailures: db.prepare('DELETE FROM person_failure WHERE generation < ?'),
  selectFailure: db.prepare('SELECT 1 FROM person_failure WHERE reason = ? LIMIT 1'),
  selectFailures: db.prepare('SELECT person_id, reason FROM person_failure ORDER BY person_id'),
})
type Statements = ReturnType<typeof prepareStatements>

const countSince = ({ countFrom }: Statements, generation: number): number =>
  countSchema.parse(countFrom.get(generation)).count

const readFailures = ({ selectFailures }: Statements) =>
  selectFailures.all().map((row) => {
    const { person_id: personId, reason } = failureSchema.parse(row)
    return { personId, reason }
  })

const toPass = (row: unknown): StoredPass => passSchema.parse(JSON.parse(passRowSchema.parse(row).body))

/** The passes of people, and how often each was used here. */
function createPassTable(db: DatabaseSync) {
  const upsert = db.prepare(`
    INSERT INTO pass (code_hash, person_id, body) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET person_id = excluded.person_id, body = excluded.body`)
  const remove = db.prepare('DELETE FROM pass WHERE person_id = ?')
  const selectByCode = db.prepare('SELECT person_id, body FROM pass WHERE code_hash = ?')
  const select = db.prepare('SELECT person_id, body FROM pass WHERE person_id = ?')
  const selectUses = db.prepare('SELECT uses FROM pass_use WHERE pass_id = ?')
  const upsertUses = db.prepare(
    'INSERT INTO pass_use (pass_id, uses) VALUES (?, ?) ON CONFLICT DO UPDATE SET uses = excluded.uses',
  )
  const purgeUses = db.prepare(`DELETE FROM pass_use WHERE pass_id NOT IN (SELECT body ->> 'id' FROM pass)`)
  const usesOf = (pass: StoredPass): number => {
    const row = selectUses.get(pass.id)
    return Math.max(pass.usedCount, row === undefined ? 0 : usesSchema.parse(row).uses)
  }
  return {
    of: (personId: string): StoredPass[] => select.all(personId).map(toPass),
    findByCode(codeHash: string) {
      const row = selectByCode.get(codeHash)
      return row && { personId: passRowSchema.parse(row).person_id, pass: toPass(row) }
    },
    replace(personId: string, passes: readonly StoredPass[]): void {
      remove.run(personId)
      for (const pass of passes) upsert.run(pass.codeHash, personId, JSON.stringify(pass))
    },
    usesOf,
    noteUse: (pass: StoredPass): void => void upsertUses.run(pass.id, usesOf(pass) + 1),
    /** Deletes the uses of passes that nobody here has. */
    purgeUses: (): void => void purgeUses.run(),
  }
}
type PassTable = ReturnType<typeof createPassTable>

function upsertPerson({ upsert }: Statements, passes: PassTable, person: StoredPerson, generation: number): void {
  upsert.run(
    person.id,
    person.kind,
    person.name,
    person.prompt,
    JSON.stringify(person.groupIds),
    person.validFromMs,
    person.validToMs,
    person.suspensions.length === 0 ? null : JSON.stringify(person.suspensions),
    person.leftMs,
    person.twinIds ? JSON.stringify(person.twinIds) : null,
    bytesOfFaces(person.embeddings),
    person.cardHash,
    person.pin,
    generation,
  )
  passes.replace(person.id, person.passes)
}

type Next = ReturnType<typeof nextProgress>

/** Stores the people of a step as far as there is room; gives those who are stored. */
function storePeople(statements: Statements, passes: PassTable, step: PeopleStep, next: Next): StoredPerson[] {
  const { generation, countedFrom } = next
  const fits = createCapacityCheck(countSince(statements, countedFrom), step.capacity)
  const stored: StoredPerson[] = []
  for (const { person, failure } of step.upserts) {
    if (!fits(statements.selectCounted.get(person.id, countedFrom) !== undefined)) {
      statements.upsertFailure.run(person.id, 'capacity', generation)
      continue
    }
    upsertPerson(statements, passes, person, generation)
    if (failure) statements.upsertFailure.run(person.id, failure, generation)
    else statements.removeFailure.run(person.id)
    stored.push(person)
  }
  return stored
}

/** Deletes the people whom a finished full list did not name; gives them. */
function removeOlder(statements: Statements, passes: PassTable, generation: number): string[] {
  const ids = statements.selectOlder.all(generation).map((row) => idSchema.parse(row).id)
  for (const id of ids) {
    statements.remove.run(id)
    passes.replace(id, [])
  }
  statements.removeOlderFailures.run(generation)
  return ids
}

function applyStep(statements: Statements, passes: PassTable, step: PeopleStep, next: Next): PeopleChange {
  for (const personId of step.removals) {
    statements.remove.run(personId)
    passes.replace(personId, [])
    statements.removeFailure.run(personId)
  }
  const stored = storePeople(statements, passes, step, next)
  const older = next.endsFullPull ? removeOlder(statements, passes, next.generation) : []
  if (step.ends) passes.purgeUses()
  return { stored, gone: [...step.removals, ...older] }
}

/** The people in the folder of a terminal. */
export function createPeopleStore(db: DatabaseSync, notes: Notes): PeopleStore & { reload(): void } {
  const statements = prepareStatements(db)
  const passes = createPassTable(db)
  const readProgress = () => notes.read('people', progressSchema) ?? noProgress
  let progress = readProgress()
  const withPasses = (row: unknown): StoredPerson => {
    const person = toPerson(row)
    return { ...person, passes: passes.of(person.id) }
  }
  const note = (change: Partial<Progress>): void => {
    progress = { ...progress, ...change }
    notes.write('people', progress)
  }
  const find = (personId: string): StoredPerson | undefined => {
    const row = statements.select.get(personId)
    return row && withPasses(row)
  }

  return {
    get cursor() {
      return progress.cursor
    },
    get hashing() {
      return progress.hashing
    },
    get isFullPull() {
      return progress.isFullPull
    },
    get count() {
      return countSince(statements, 0)
    },
    get dueReport() {
      const { isReportDue, cursor } = progress
      return isReportDue && cursor !== null ? { cursor, failures: readFailures(statements) } : null
    },
    hasFailure: (reason) => statements.selectFailure.get(reason) !== undefined,
    apply(step) {
      const next = nextProgress(progress, step)
      const change = inTransaction(db, () => {
        const applied = applyStep(statements, passes, step, next)
        notes.write('people', next.progress)
        return applied
      })
      progress = next.progress
      return change
    },
    find,
    *all() {
      for (const row of statements.selectAll.iterate()) yield withPasses(row)
    },
    findByCode(codeHash) {
      const found = passes.findByCode(codeHash)
      const person = found && find(found.personId)
      return person && { person, pass: found.pass }
    },
    findByCard(cardHash) {
      const row = statements.selectByCard.get(cardHash)
      return row && withPasses(row)
    },
    usesOf: passes.usesOf,
    noteUse: passes.noteUse,
    markReported(cursor) {
      if (progress.cursor === cursor) note({ isReportDue: false })
    },
    startOver: () => note({ cursor: null, isFullPull: false }),
    reload: () => void (progress = readProgress()),
  }
}

function toPerson(row: unknown): StoredPerson {
  const {
    id,
    kind,
    name,
    prompt,
    group_ids,
    valid_from_ms,
    valid_to_ms,
    suspensions,
    left_ms,
    twin_ids,
    embeddings,
    card_hash,
    pin,
  } = rowSchema.parse(row)
  return {
    id,
    kind,
    name,
    prompt,
    suspensions: suspensions === null ? [] : suspensionsSchema.parse(JSON.parse(suspensions)),
    leftMs: left_ms,
    ...(twin_ids !== null && { twinIds: z.array(z.string()).parse(JSON.parse(twin_ids)) }),
    validFromMs: valid_from_ms,
    validToMs: valid_to_ms,
    cardHash: card_hash,
    pin,
    groupIds: z.array(z.string()).parse(JSON.parse(group_ids)),
    embeddings: facesOfBytes(embeddings),
    passes: [],
  }
}
