import { AppError } from '@gatehouse/contract/errors.ts'
import { unreadable } from '@gatehouse/contract/fields.ts'
import { requestIssue } from '@gatehouse/contract/texts/request-problems.ts'
import { z } from 'zod'
import type { Ctx } from '../../ctx.ts'
import { seal, unsealOrSkip } from '../../lib/seal.ts'
import { deleteBefore, findBefore, upsertBefore } from './person-before-store.ts'

/** The old values are kept for this time; after it a number that somebody corrected is gone. */
const keptHours = 7 * 24

/** A PIN as it is stored: a hash that was sealed. */
const keptPin = z.object({ sealed: z.string().nullable(), digits: z.int().nullable() })
const kept = z.object({ fields: z.record(z.string(), z.unknown()), pin: keptPin.optional() })

export type Before = {
  /** By the names of the fields of the route that changes a person. */
  fields: Readonly<Record<string, unknown>>
  pin?: { pin_sealed: Buffer | null; pin_digits: number | null }
}

const contextOf = (personId: string) => `person_before ${personId}`
const sinceOf = ({ clock }: Pick<Ctx, 'clock'>) => clock.now().subtract({ hours: keptHours }).toString()

/** Keeps the values that a change replaced, sealed for each person; of somebody with a value that does not open, nothing. */
export async function keepBefore(
  ctx: Pick<Ctx, 'db' | 'keys' | 'clock'>,
  people: readonly ({ id: string } & Before)[],
): Promise<void> {
  const rows = people
    .filter(({ fields }) => !Object.values(fields).includes(unreadable))
    .map(({ id, fields, pin }) => {
      const values: z.input<typeof kept> = {
        fields,
        ...(pin && { pin: { sealed: pin.pin_sealed?.toString('base64') ?? null, digits: pin.pin_digits } }),
      }
      return { id, valuesSealed: seal(ctx.keys.column, Buffer.from(JSON.stringify(values)), contextOf(id)) }
    })
  await upsertBefore(ctx.db, rows, ctx.clock.now().round('millisecond').toString())
}

/** The version that the latest change of this person made, where it can be taken back as a whole. */
export const readUndoableVersion = async (ctx: Pick<Ctx, 'db' | 'clock'>, personId: string) =>
  (await findBefore(ctx.db, personId, sinceOf(ctx)))?.version

/** The values before the change that made this version; undefined where nothing is kept, or the person was changed again since. */
export async function readBefore(ctx: Ctx, personId: string, version: number): Promise<Before | undefined> {
  const row = await findBefore(ctx.db, personId, sinceOf(ctx))
  if (row?.version !== version) return undefined
  const opened = unsealOrSkip(ctx.keys.column, row.values_sealed, contextOf(personId), 'person_before')
  if (!opened) return undefined
  const { fields, pin } = kept.parse(JSON.parse(opened.toString()))
  if (!pin) return { fields }
  const pinSealed = pin.sealed === null ? null : Buffer.from(pin.sealed, 'base64')
  return { fields, pin: { pin_sealed: pinSealed, pin_digits: pin.digits } }
}

/**
 * The former values as a change takes them today: an upgrade may have made its schema stricter since they were kept.
 * @throws AppError person.former-values-refused
 */
export function bodyOfBefore<T extends z.ZodType>(schema: T, { fields }: Before, name: string): z.output<T> {
  const { success, data, error } = schema.safeParse(fields, { reportInput: true })
  if (success) return data
  const issues = error.issues.map(requestIssue)
  throw new AppError('person.former-values-refused', {
    name,
    fields: [...new Set(issues.map(({ path }) => path))].join(', '),
    issues,
  })
}

export const forgetBefore = (services: Pick<Ctx, 'db' | 'clock'>) => deleteBefore(services.db, sinceOf(services))
