import type { DatabaseSync } from 'node:sqlite'
import { personFailures } from '@gatehouse/contract/device/link.ts'
import { z } from 'zod'
import { embeddingSize } from '@gatehouse/face/core/embed-face.ts'
import type { Notes } from './notes.ts'
import { inTransaction } from './open-database.ts'
import { createCapacityCheck, nextProgress, noProgress, progressSchema } from '../../state/people-progress.ts'
import type { PeopleStore, StoredPass, StoredPerson } from '../../state/terminal-state.ts'

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['staff', 'visitor', 'blacklisted']),
  name: z.string(),
  prompt: z.string().nullable(),
  group_ids: z.string(),
  valid_from_ms: z.number().nullable(),
  valid_to_ms: z.number().nullable(),
  embeddings: z.instanceof(Uint8Array),
  card_hash: z.string().nullable(),
  pin: z.string().nullable(),
})
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

export function openPeopleStore(db: DatabaseSync, notes: Notes): PeopleStore & { reload(): void } {
  const upsert = db.prepare(`
    INSERT INTO person (id, kind, name, prompt, group_ids, valid_from_ms, valid_to_ms, embeddings, card_hash, pin, generation)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET kind = excluded.kind, name = excluded.name, prompt = excluded.prompt, group_ids = excluded.group_ids,
      valid_from_ms = excluded.valid_from_ms, valid_to_ms = excluded.valid_to_ms,
      embeddings = excluded.embeddings, card_hash = excluded.card_hash, pin = excluded.pin, generation = excluded.generation`)
  const select = db.prepare('SELECT * FROM person WHERE id = ?')
  const selectByCard = db.prepare('SELECT * FROM person WHERE card_hash = ?')
  const selectAll = db.prepare('SELECT * FROM person')
  const selectCounted = db.prepare('SELECT 1 FROM person WHERE id = ? AND generation >= ?')
  const selectOlder = db.prepare('SELECT id FROM person WHERE generation < ?')
  const countFrom = db.prepare('SELECT count(*) AS count FROM person WHERE generation >= ?')
  const remove = db.prepare('DELETE FROM person WHERE id = ?')
  const upsertFailure = db.prepare(`
    INSERT INTO person_failure (person_id, reason, generation) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET reason = excluded.reason, generation = excluded.generation`)
  const removeFailure = db.prepare('DELETE FROM person_failure WHERE person_id = ?')
  const removeOlderFailures = db.prepare('DELETE FROM person_failure WHERE generation < ?')
  const selectFailures = db.prepare('SELECT person_id, reason FROM person_failure ORDER BY person_id')

  const upsertPass = db.prepare(`
    INSERT INTO pass (code_hash, person_id, body) VALUES (?, ?, ?)
    ON CONFLICT DO UPDATE SET person_id = excluded.person_id, body = excluded.body`)
  const removePasses = db.prepare('DELETE FROM pass WHERE person_id = ?')
  const selectPass = db.prepare('SELECT person_id, body FROM pass WHERE code_hash = ?')
  const selectPasses = db.prepare('SELECT person_id, body FROM pass WHERE person_id = ?')
  const selectUses = db.prepare('SELECT uses FROM pass_use WHERE pass_id = ?')
  const upsertUses = db.prepare(
    'INSERT INTO pass_use (pass_id, uses) VALUES (?, ?) ON CONFLICT DO UPDATE SET uses = excluded.uses',
  )
  const purgeUses = db.prepare(`DELETE FROM pass_use WHERE pass_id NOT IN (SELECT body ->> 'id' FROM pass)`)
  const toPass = (row: unknown): StoredPass => passSchema.parse(JSON.parse(passRowSchema.parse(row).body))
  const withPasses = (row: unknown): StoredPerson => {
    const person = toPerson(row)
    return { ...person, passes: selectPasses.all(person.id).map(toPass) }
  }
  const usesOf = (pass: StoredPass): number => {
    const row = selectUses.get(pass.id)
    return Math.max(pass.usedCount, row === undefined ? 0 : usesSchema.parse(row).uses)
  }

  const selectFailure = db.prepare('SELECT 1 FROM person_failure WHERE reason = ? LIMIT 1')

  const readProgress = () => notes.read('people', progressSchema) ?? noProgress
  let progress = readProgress()
  const countSince = (generation: number): number => countSchema.parse(countFrom.get(generation)).count
  const failures = () =>
    selectFailures.all().map((row) => {
      const { person_id: personId, reason } = failureSchema.parse(row)
      return { personId, reason }
    })

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
      return countSince(0)
    },
    get dueReport() {
      return progress.isReportDue && progress.cursor !== null ? { cursor: progress.cursor, failures: failures() } : null
    },
    hasFailure: (reason) => selectFailure.get(reason) !== undefined,
    apply(step) {
      const stored: StoredPerson[] = []
      const gone: string[] = [...step.removals]
      const next = nextProgress(progress, step)
      inTransaction(db, () => {
        for (const personId of step.removals) {
          remove.run(personId)
          removePasses.run(personId)
          removeFailure.run(personId)
        }
        const fits = createCapacityCheck(countSince(next.countedFrom), step.capacity)
        for (const { person, failure } of step.upserts) {
          if (!fits(selectCounted.get(person.id, next.countedFrom) !== undefined)) {
            upsertFailure.run(person.id, 'capacity', next.generation)
            continue
          }
          upsert.run(
            person.id,
            person.kind,
            person.name,
            person.prompt,
            JSON.stringify(person.groupIds),
            person.validFromMs,
            person.validToMs,
            toBlob(person.embeddings),
            person.cardHash,
            person.pin,
            next.generation,
          )
          removePasses.run(person.id)
          for (const pass of person.passes) upsertPass.run(pass.codeHash, person.id, JSON.stringify(pass))
          if (failure) upsertFailure.run(person.id, failure, next.generation)
          else removeFailure.run(person.id)
          stored.push(person)
        }
        if (next.endsFullPull) {
          for (const row of selectOlder.all(next.generation)) {
            const { id } = idSchema.parse(row)
            remove.run(id)
            removePasses.run(id)
            gone.push(id)
          }
          removeOlderFailures.run(next.generation)
        }
        if (step.ends) purgeUses.run()
        notes.write('people', next.progress)
      })
      progress = next.progress
      return { stored, gone }
    },
    find(personId) {
      const row = select.get(personId)
      return row && withPasses(row)
    },
    *all() {
      for (const row of selectAll.iterate()) yield withPasses(row)
    },
    findByCode(codeHash) {
      const row = selectPass.get(codeHash)
      if (row === undefined) return undefined
      const person = select.get(passRowSchema.parse(row).person_id)
      return person && { person: withPasses(person), pass: toPass(row) }
    },
    findByCard(cardHash) {
      const row = selectByCard.get(cardHash)
      return row && withPasses(row)
    },
    usesOf,
    noteUse: (pass) => void upsertUses.run(pass.id, usesOf(pass) + 1),
    markReported(cursor) {
      if (progress.cursor !== cursor) return
      progress = { ...progress, isReportDue: false }
      notes.write('people', progress)
    },
    startOver() {
      progress = { ...progress, cursor: null, isFullPull: false }
      notes.write('people', progress)
    },
    reload: () => void (progress = readProgress()),
  }
}

function toPerson(row: unknown): StoredPerson {
  const { id, kind, name, prompt, group_ids, valid_from_ms, valid_to_ms, embeddings, card_hash, pin } =
    rowSchema.parse(row)
  return {
    id,
    kind,
    name,
    prompt,
    validFromMs: valid_from_ms,
    validToMs: valid_to_ms,
    cardHash: card_hash,
    pin,
    groupIds: z.array(z.string()).parse(JSON.parse(group_ids)),
    embeddings: fromBlob(embeddings),
    passes: [],
  }
}

function toBlob(embeddings: readonly Float32Array[]): Uint8Array {
  return Buffer.concat(
    embeddings.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
  )
}

function fromBlob(blob: Uint8Array): Float32Array[] {
  const numbers = new Float32Array(Uint8Array.from(blob).buffer) // copied: the blob need not lie on a multiple of four
  return Array.from({ length: numbers.length / embeddingSize }, (_, i) =>
    numbers.subarray(i * embeddingSize, (i + 1) * embeddingSize),
  )
}
