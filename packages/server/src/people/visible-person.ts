import { AppError } from '@gatehouse/contract/errors.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type Ctx, may } from '../ctx.ts'
import { findPerson, type PersonRow } from './person-store.ts'

const readers = { staff: 'staff.read', visitor: 'visitor.read', blacklisted: 'blacklist.read' } as const
export type VisiblePerson = PersonRow & { of: keyof typeof readers }

/** A person whose page the caller may open. @throws AppError person.not-found */
export async function requireVisible(ctx: Ctx, id: string): Promise<VisiblePerson> {
  const person = await findPerson(ctx.db, id)
  const of = (['staff', 'visitor', 'blacklisted'] as const).find((kind) => personKindCodes[kind] === person?.kind)
  if (!person || !of || !may(ctx, readers[of])) throw new AppError('person.not-found')
  return { ...person, of }
}
