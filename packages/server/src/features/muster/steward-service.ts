import { AppError } from '@gatehouse/contract/errors.ts'
import type { markAsSteward as markRoute, openStewardList, StewardPerson } from '@gatehouse/contract/features/muster.ts'
import type { Body, Reply } from '@gatehouse/contract/route.ts'
import { presenceDoubts } from '@gatehouse/engine/door/vocabulary.ts'
import { type Ctx, hint } from '../../ctx.ts'
import { hashLinkToken } from '../../lib/link-token.ts'
import { type Mark, markPeople } from './mark-people.ts'
import { countList, readForSteward, selectFaces, selectForSteward } from './muster-reads.ts'
import { lockMuster, type MusterRow, selectMarks, selectPeople } from './muster-store.ts'
import { stateOf } from './steward-link-service.ts'
import { countMarksOf, findLinkByToken, type LinkRow, updateLink } from './steward-link-store.ts'

/*
 * The phone of a steward has no session. Its token stands in a header, never in an address: servers and proxies on the way write
 * addresses into their logs. It opens these three routes, and no other.
 */

const tokenForm = /^[\w-]{43}$/
/** A phone that was offline may bring its marks this long after the end. */
const lateHours = 24
/**
 * The number of lines that one link may add to the history: enough to mark everybody and take it back many times. After the end only marks
 * come that a phone could not send before.
 */
const maxMarksOfLink = (people: number) => 500 + 20 * people
const maxLateMarksOfLink = (people: number) => 50 + 2 * people
const seenEverySeconds = 10
/** The width of a face on the list of a phone, in pixels. */
const faceWidth = 96

const refusals = { revoked: 'muster.link-revoked', expired: 'muster.link-expired', ended: 'muster.link-ended' } as const

/** @throws AppError muster.link-unknown, muster.link-revoked, muster.link-expired, muster.link-ended */
async function findLink(ctx: Ctx, token: unknown, mayBeLate = false): Promise<LinkRow> {
  const link =
    typeof token === 'string' && tokenForm.test(token) ? await findLinkByToken(ctx.db, hashLinkToken(token)) : undefined
  if (!link) throw new AppError('muster.link-unknown')
  const now = ctx.clock.now()
  const state = stateOf(link, now)
  if (state === 'usable') return link
  if (state === 'ended' && mayBeLate && wasUsableAtEnd(link) && isWithinDay(link, now)) return link
  throw new AppError(refusals[state])
}

/** The end of a muster gives no new life to a link whose time was over. */
const wasUsableAtEnd = ({ ended_at, expires_at }: LinkRow) =>
  ended_at !== null && Temporal.Instant.compare(Temporal.Instant.from(ended_at), Temporal.Instant.from(expires_at)) < 0

const isWithinDay = ({ ended_at }: LinkRow, now: Temporal.Instant) =>
  ended_at !== null && Temporal.Instant.compare(now, Temporal.Instant.from(ended_at).add({ hours: lateHours })) < 0

/** The console shows which phones are connected. */
async function noteSeen(ctx: Ctx, { id, muster_id, last_seen_at }: LinkRow): Promise<void> {
  const now = ctx.clock.now()
  const isRecent =
    last_seen_at !== null && Temporal.Instant.from(last_seen_at).until(now).total('seconds') < seenEverySeconds
  if (isRecent) return
  await updateLink(ctx.db, id, { last_seen_at: now.toString() })
  await hint(ctx, { to: 'consoles', topic: 'musters', id: muster_id })
}

type Row = Awaited<ReturnType<typeof selectForSteward>>[number]

const toPerson = (row: Row): StewardPerson => ({
  id: row.id,
  name: row.name,
  hasFace: row.portrait_id !== null,
  host: row.host,
  area: row.area_name,
  door: row.door_name,
  since: row.since,
  doubts: presenceDoubts.filter((doubt) => row.doubts.includes(doubt)),
  pointId: row.point_id,
  isLatecomer: row.is_latecomer,
  state: row.state,
  markedAt: row.marked_at,
})

/** @throws AppError of `findLink` */
export async function openList(
  ctx: Ctx,
  token: unknown,
  after: number | undefined,
): Promise<Reply<typeof openStewardList>> {
  const link = await findLink(ctx, token)
  await noteSeen(ctx, link)
  // The revision before the people: a change between the two is sent once more.
  const muster = await readForSteward(ctx.db, link.muster_id)
  const rows = await selectForSteward(ctx.db, link, after)
  return {
    site: muster.site_name,
    timeZone: muster.time_zone,
    isDrill: muster.is_drill,
    startedAt: muster.started_at,
    steward: link.steward,
    pointId: link.point_id,
    points: muster.points,
    counts: await countList(ctx.db, link),
    people: rows.map(toPerson),
    revision: muster.revision,
    serverTime: ctx.clock.now().toString(),
  }
}

/** @throws AppError of `findLink` */
export async function loadFaces(ctx: Ctx, token: unknown, ids: readonly string[]) {
  const link = await findLink(ctx, token)
  const faces: { id: string; jpeg: string }[] = []
  for (const { id, blob_hash } of await selectFaces(ctx.db, link, ids)) {
    const bytes = await ctx.blobs.get(blob_hash)
    const [small] = bytes ? await ctx.face.resize(bytes, [faceWidth]) : []
    if (small) faces.push({ id, jpeg: Buffer.from(small).toString('base64') })
  }
  return faces
}

/** @throws AppError of `findLink`, muster.too-many-marks */
export async function markAsSteward(ctx: Ctx, token: unknown, { sentAt, marks }: Body<typeof markRoute>) {
  const link = await findLink(ctx, token, true)
  const muster = await lockMuster(ctx.db, link.muster_id)
  if (!muster) throw new AppError('muster.link-unknown')
  ctx.audit.item = `${muster.site_name} · ${link.steward}`
  ctx.audit.facts = { people: marks.length }
  const fresh = await requireRoom(ctx, muster, link, marks)
  // Nothing is done: neither is anything to be told.
  if (fresh === 0) ctx.audit.hasAuditEntry = true
  // The phone's clock may be wrong: it counts how long ago the mark was made by that clock.
  const shift = Temporal.Instant.from(sentAt).until(ctx.clock.now())
  const shifted = marks.map((mark) => ({ ...mark, at: Temporal.Instant.from(mark.at).add(shift) }))
  const marker = { how: 'steward', by: link.steward, point: pointOf(link), linkId: link.id } as const
  const outcomes = await markPeople(ctx, muster, await onList(ctx, link, shifted), marker)
  await updateLink(ctx.db, link.id, { last_seen_at: ctx.clock.now().toString() })
  await hint(ctx, { to: 'consoles', topic: 'musters', id: muster.id })
  return { marks: marks.map(({ id }) => ({ id, outcome: outcomes.get(id) ?? ('unknown-person' as const) })) }
}

/** Gives the number of these marks that are new. @throws AppError muster.too-many-marks */
async function requireRoom(ctx: Ctx, muster: MusterRow, link: LinkRow, marks: readonly { id: string }[]) {
  const ids = [...new Set(marks.map(({ id }) => id))]
  const fresh = ids.length - (await selectMarks(ctx.db, muster.id, ids)).length
  if (fresh === 0) return 0
  const { people } = await countList(ctx.db, link)
  const max = muster.ended_at === null ? maxMarksOfLink(people) : maxLateMarksOfLink(people)
  const before = await countMarksOf(ctx.db, link.id, muster.ended_at)
  if (before + fresh > max) throw new AppError('muster.too-many-marks', { max })
  return fresh
}

const pointOf = ({ point_id, point_name }: LinkRow) =>
  point_id === null || point_name === null ? null : { id: point_id, name: point_name }

/** A link for one point marks nobody else. */
async function onList(ctx: Ctx, { muster_id, point_id }: LinkRow, marks: readonly Mark[]): Promise<readonly Mark[]> {
  if (point_id === null) return marks
  const people = await selectPeople(
    ctx.db,
    muster_id,
    marks.map(({ personId }) => personId),
  )
  const theirs = new Set(people.filter((row) => row.point_id === point_id).map(({ id }) => id))
  return marks.filter(({ personId }) => theirs.has(personId))
}
