import type { listPoorPortraits as listRoute } from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import type { Query, Reply } from '@gatehouse/contract/route.ts'
import { readCompany } from '../../company/company-reads.ts'
import { type Ctx, may } from '../../ctx.ts'
import { decodeCursor, encodeCursor } from '../../lib/cursor.ts'
import { judgeOf } from '../../people/portraits/portrait-judge.ts'
import { countPoor, countUnjudged, readPoor } from './portrait-quality-reads.ts'

const readers = { staff: 'staff.read', visitor: 'visitor.read', blacklisted: 'blacklist.read' } as const
const kinds = ['staff', 'visitor', 'blacklisted'] as const

/** Poor portraits of the people whom the caller may read. */
export async function listPoor(ctx: Ctx, query: Query<typeof listRoute>): Promise<Reply<typeof listRoute>> {
  const { after, size, fault, groupId } = query
  const choice = { kinds: kinds.filter((kind) => may(ctx, readers[kind])), fault, groupId }
  const [at, id] = decodeCursor(after, 'instant', 'id') ?? []
  const found = await readPoor(ctx.db, choice, {
    after: at === undefined || id === undefined ? undefined : { at, id },
    limit: size + 1,
    now: ctx.clock.now().toString(),
  })
  const items = found.slice(0, size)
  const last = items.at(-1)
  const { qualityLevel } = await readCompany(ctx.db)
  return {
    items,
    next: last && found.length > size ? encodeCursor(last.uploadedAt, last.id) : null,
    total: await countPoor(ctx.db, choice),
    waiting: await countUnjudged(ctx.db, judgeOf(qualityLevel)),
  }
}
