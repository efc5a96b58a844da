import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, may } from '../ctx.ts'
import { readOriginalKind } from './blacklisted-reads.ts'
import { findPerson, type PersonRow } from './person-store.ts'

const readers = { staff: 'staff.read', visitor: 'visitor.read', blacklisted: 'blacklist.read' } as const
const writers = { staff: 'staff.write', visitor: 'visitor.write', blacklisted: 'blacklist.write' } as const
export type VisiblePerson = PersonRow & { of: keyof typeof readers }

const kinds = ['staff', 'visitor', 'blacklisted'] as const

/** Undefined for a row that is nobody's page. */
export const kindOf = ({ kind: code }: Pick<PersonRow, 'kind'>) => kinds.find((kind) => personKindCodes[kind] === code)

/** A person whose page the caller may open; undefined: there is none. */
export async function findVisible(ctx: Ctx, id: string): Promise<VisiblePerson | undefined> {
  const person = await findPerson(ctx.db, id)
  const of = person && kindOf(person)
  return person && of && may(ctx, readers[of]) ? { ...person, of } : undefined
}

/** A person whose page the caller may open. @throws AppError person.not-found */
export async function requireVisible(ctx: Ctx, id: string): Promise<VisiblePerson> {
  const person = await findVisible(ctx, id)
  if (!person) throw new AppError('person.not-found')
  return person
}

/**
 * Whether the caller may change this person: those of their kind, and for a blacklisted one also those of their former kind. An account
 * that manages visitors only has no say about former staff.
 */
export async function mayChange(ctx: Ctx, { id, of }: Pick<VisiblePerson, 'id' | 'of'>): Promise<boolean> {
  if (!may(ctx, writers[of])) return false
  const original = of === 'blacklisted' ? await readOriginalKind(ctx.db, id) : null
  return original === null || may(ctx, writers[original])
}
