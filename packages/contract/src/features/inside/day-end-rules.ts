import { z } from 'zod'
import { languages } from '../../envelope.ts'
import { id, instant } from '../../fields.ts'
import { route } from '../../route.ts'

/** The time by which a visit may be over at most before somebody hears of it. */
export const maxOverdueMinutes = 1_440

/** The rules of a site about people whose way out nobody saw. */
export const insideRulesInput = z.object({
  /** The end of the day on the clock of the site, in minutes after midnight; null: days have no end. */
  dayEndMinute: z.int().min(0).max(1439).nullable(),
  /** Whether everybody who is still inside then counts as gone; otherwise they are only listed in the mail. */
  signsOutAtDayEnd: z.boolean(),
  /** Whether visitors count as gone when their visit ends. */
  signsOutVisitors: z.boolean(),
  /** A visitor who is still inside this time after the end of the visit is reported; null: nobody is told. */
  overdueMinutes: z.int().min(0).max(maxOverdueMinutes).nullable(),
  /** Whether the host hears of an overdue visitor, too. */
  tellsHosts: z.boolean(),
  /** The addresses that get these mails. */
  recipients: z.array(z.email({ error: 'email-form' }).max(128)).max(20),
  language: z.enum(languages),
})
export type InsideRulesInput = z.output<typeof insideRulesInput>

export const insideRules = insideRulesInput.extend({
  /** Null for those who may not change them. */
  recipients: z.array(z.string()).nullable(),
  /** The clock that the day ends by. */
  timeZone: z.string(),
  lastDayEndAt: instant.nullable(),
  /** A mail server is set; without one nothing goes out. */
  canMail: z.boolean(),
})
export type InsideRules = z.output<typeof insideRules>

const params = z.object({ id })

export const getInsideRules = route({
  method: 'GET',
  path: '/v2/sites/:id/inside-rules',
  summary: 'The rules of a site about people who are still inside at the end of the day or of their visit',
  permission: 'site.read',
  shows: 'sites',
  params,
  response: insideRules,
  errors: ['site.not-found'],
})

export const setInsideRules = route({
  method: 'PUT',
  path: '/v2/sites/:id/inside-rules',
  summary:
    'Set the end of the day of a site, and what follows for people who are still inside; nothing of it counts for the past',
  permission: 'site.write',
  params,
  body: insideRulesInput,
  response: insideRules,
  errors: ['site.not-found'],
  audit: { module: 'site', event: 'set-inside-rules' },
  changes: ['sites'],
})
