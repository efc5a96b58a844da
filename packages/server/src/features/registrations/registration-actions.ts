import { type Ctx, hint } from '../../ctx.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { selectSentPortraitsOf } from '../../people/portraits/sent-portrait-store.ts'
import { type Applicant, deleteRegistrationRowsOf, selectRegistrationIdsOf } from './registration-store.ts'

/**
 * Deletes the registrations of a person, inside the caller's transaction: name, number and photograph stand there too.
 */
export async function deleteRegistrationsOf(ctx: Ctx, person: Applicant): Promise<void> {
  const ids = await selectRegistrationIdsOf(ctx.db, person)
  const further = await selectSentPortraitsOf(ctx.db, 'registration_id', ids)
  await dropPortraits(ctx, [...(await deleteRegistrationRowsOf(ctx.db, person)), ...further])
  await hint(ctx, { to: 'consoles', topic: 'registrations' })
}
