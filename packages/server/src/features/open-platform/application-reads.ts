import type { Application, ApplicationSummary, OpenKey } from '@gatehouse/contract/features/open-platform.ts'
import { applicationSummary, openKey } from '@gatehouse/contract/features/open-platform.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Ctx } from '../../ctx.ts'
import { readCompany } from '../../company/company-reads.ts'
import { reviewDueOn, stateOf } from './application-state.ts'
import { selectDomains } from './application-store.ts'
import { type KeyRow, selectKeys } from './key-store.ts'
import { readWebhooks } from './webhook-reads.ts'

type Row = {
  id: string
  name: string
  type: string
  description: string | null
  email: string
  pending_domain: string[] | null
  applied_at: string
  reviewed_at: string | null
  refusal: string | null
  created_by: string
  created_at: string
  key_count: number
  webhook_count: number
}

type Needs = Pick<Ctx, 'db' | 'clock' | 'mail'>

async function select(db: Db, id?: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select a.id, a.name, a.type, a.description, a.email, a.pending_domain, a.applied_at, a.reviewed_at, a.refusal, a.created_by, a.created_at,
      (select count(*)::int from open_key k where k.application_id = a.id) as key_count,
      (select count(*)::int from webhook w where w.application_id = a.id) as webhook_count
    from open_application a where ${id === undefined ? sql`true` : sql`a.id = ${id}`} order by a.name, a.id limit 200`.execute(
    db,
  )
  return rows
}

const words = applicationSummary.pick({ type: true })

async function summarise({ db, clock }: Needs, rows: readonly Row[]): Promise<ApplicationSummary[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const domains = Map.groupBy(await selectDomains(db, ids, clock.now().toString()), (row) => row.application_id)
  return rows.map((row) => {
    const holding = domains.get(row.id) ?? []
    const domain = holding.filter(({ valid_to }) => valid_to === null).map(({ entry }) => entry)
    return {
      id: row.id,
      name: row.name,
      ...words.parse({ type: row.type }),
      state: stateOf(domain, row.pending_domain),
      domain,
      pendingDomain: row.pending_domain ?? [],
      whitelist: holding.map(({ entry, valid_to }) => ({ entry, validToAt: valid_to })),
      keyCount: row.key_count,
      webhookCount: row.webhook_count,
      createdAt: row.created_at,
    }
  })
}

/** All of them: there are a hundred at most. */
export const readApplications = async (ctx: Needs): Promise<ApplicationSummary[]> =>
  summarise(ctx, await select(ctx.db))

export async function readApplication(ctx: Needs, id: string): Promise<Application | undefined> {
  const rows = await select(ctx.db, id)
  const [row] = rows
  const [summary] = await summarise(ctx, rows)
  if (!row || !summary) return undefined
  const { timeZone } = await readCompany(ctx.db)
  return {
    ...summary,
    description: row.description,
    email: row.email,
    createdBy: row.created_by,
    appliedAt: row.applied_at,
    reviewDueOn: row.pending_domain ? reviewDueOn(row.applied_at, timeZone) : null,
    reviewedAt: row.reviewed_at,
    refusal: row.refusal,
    keys: (await selectKeys(ctx.db, id)).map((key) => toKey(key, ctx.clock.now().toString())),
    webhooks: await readWebhooks(ctx, id),
    canMail: (await ctx.mail.server(ctx.db)) !== undefined,
  }
}

const keyWords = openKey.pick({ scopes: true })

export const toKey = (row: KeyRow, now: string): OpenKey => ({
  id: row.id,
  name: row.name,
  appKey: row.app_key,
  ...keyWords.parse({ scopes: row.scopes }),
  createdBy: row.created_by,
  createdAt: row.created_at,
  rotatedAt: row.rotated_at,
  previousValidToAt: row.previous_valid_to !== null && row.previous_valid_to > now ? row.previous_valid_to : null,
  lastUsedAt: row.last_used_at,
})
