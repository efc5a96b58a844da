import { type Factor, verificationModes, waysWithoutFace } from '@gatehouse/engine/passage/verification.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Without a portrait there is nothing that a device could have used: it is no failure, and trying again helps nobody.
 */
export const isRealFailure = sql<boolean>`f.reason <> 'portrait-missing'`

const hasPass = sql`exists (select from visitor_pass q where q.person_id = p.id and q.revoked_at is null)`
/** Whether person `p` has a credential of this kind. */
const has: Record<Factor, RawBuilder<unknown>> = {
  face: sql`false`,
  'ic-card': sql`p.ic_card is not null`,
  pin: sql`p.pin_sealed is not null`,
  'qr-code': hasPass,
  'id-card': sql`p.id_number_sealed is not null`,
  bluetooth: sql`false`,
}

const byMode = verificationModes.map((mode) => {
  const { ways, needsFace } = waysWithoutFace(mode)
  const passes = ways.map(
    (way) =>
      sql`(${sql.join(
        way.map((factor) => has[factor]),
        sql` and `,
      )})`,
  )
  const passesAny = passes.length > 0 ? sql.join(passes, sql` or `) : sql`false`
  return sql`when ${sql.lit(mode)} then ${needsFace ? sql`(${passesAny})` : sql`true`}`
})

/** Whether person `p` can pass at device `d` without a face: by a pass, or by the other credentials of its mode. */
const needsNoFace = sql<boolean>`(
  (p.kind = ${sql.lit(personKindCodes.visitor)} and ${hasPass})
  or case coalesce((select r.values ->> 'verificationMode' from device_settings_report r where r.device_id = d.id), 'face')
    ${sql.join(byMode, sql` `)} else false end)`

/**
 * The state of person `p` at device `d`, which has applied their last change and reported failure `f` or none:
 * `no-portrait` if it waits for a portrait that nobody gave it, and the person has no other credential there.
 */
export const verdictOfReport = sql<'done' | 'no-portrait' | 'failed'>`(case
  when f.reason is null then 'done'
  when ${isRealFailure} then 'failed'
  when ${needsNoFace} then 'done'
  else 'no-portrait' end)`
