import { AppError } from '@gatehouse/contract/errors.ts'
import type { ConsentInput, NoticeKind } from '@gatehouse/contract/features/people/notice.ts'
import type { Ctx } from '../../ctx.ts'
import { nameOfActor } from '../../ctx.ts'
import type { GivenConsent } from '../../db/column-types.ts'
import { contentOf, readConsents, readNotice } from './consent-reads.ts'
import { insertConsent, insertText } from './consent-store.ts'

/**
 * Takes the consent of somebody whose face is about to be taken, to the text that holds now; null: nobody is asked, and nobody gave one.
 * @throws AppError consent.missing, consent.other-text
 */
export async function takeConsent(
  ctx: Ctx,
  kind: NoticeKind,
  input: ConsentInput | undefined,
): Promise<GivenConsent | null> {
  const notice = await readNotice(ctx.db, kind, input?.language ?? 'en')
  if (notice.consent === null) return null
  if (!input) throw new AppError('consent.missing')
  if (input.textVersion !== notice.textVersion) throw new AppError('consent.other-text')
  await insertText(ctx.db, { version: notice.textVersion, language: input.language, content: contentOf(notice) })
  return { ...input, givenAt: ctx.clock.now().toString() }
}

/** Refuses to take the face of somebody who was to be asked and never agreed. @throws AppError consent.missing */
export async function requireConsent(ctx: Ctx, kind: NoticeKind, personId: string): Promise<void> {
  const { consent } = await readNotice(ctx.db, kind, 'en')
  if (consent !== null && (await readConsents(ctx.db, personId)).length === 0) throw new AppError('consent.missing')
}

/** Keeps a consent with its person. It was noted by who is signed in, or somebody else; one from the person's own phone by nobody: null. */
export async function keepConsent(
  ctx: Ctx,
  personId: string,
  given: GivenConsent | null,
  notedBy: string | null = nameOfActor(ctx),
): Promise<void> {
  if (!given) return
  await insertConsent(ctx.db, {
    person_id: personId,
    text_version: given.textVersion,
    language: given.language,
    given_at: given.givenAt,
    noted_by: notedBy,
  })
}

/** A consent in the row of the request that it came with. */
export const consentColumn = (given: GivenConsent | null) => (given === null ? null : JSON.stringify(given))
