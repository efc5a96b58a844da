import { type Ctx, hint } from '../../ctx.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { type Applicant, deleteRegistrationRowsOf } from './registration-store.ts'

/**
 * Deletes the registrations of a person, inside the caller's transaction: name, number and photograph stand there too.
 */
export async function deleteRegistrationsOf(ctx: Ctx, person: Applicant): Promise<void> {
  await dropPortraits(ctx, await deleteRegistrationRowsOf(ctx.db, person))
  await hint(ctx, { to: 'consoles', topic: 'registrations' })
}
