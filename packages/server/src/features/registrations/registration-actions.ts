import { type Ctx, hint } from '../../ctx.ts'
import { dropPortraits } from '../../people/portraits/portrait-actions.ts'
import { type Applicant, deleteRegistrationsOf } from './registration-store.ts'

/** Forgets how a person registered, inside the caller's transaction: name, number and photograph stand there too. */
export async function forgetRegistrationsOf(ctx: Ctx, person: Applicant): Promise<void> {
  await dropPortraits(ctx, await deleteRegistrationsOf(ctx.db, person))
  await hint(ctx, { to: 'consoles', topic: 'registrations' })
}
