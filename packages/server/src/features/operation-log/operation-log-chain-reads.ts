import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export type ChainReport = {
  /** The number of links that were followed. */
  links: number
  /** The newest link: if it is kept elsewhere, it also reveals a log that was cut at its end. */
  newest: { number: number; hash: string } | null
  /** Links at the beginning whose lines were deleted with their month (retention). */
  dropped: number
  /** The broken links, the first hundred in the order of the chain. */
  faults: { number: number; problem: 'changed' | 'line-missing' | 'link-missing' | 'not-linked' | 'anchor-differs' }[]
}

const chunk = 20_000
const maxFaults = 100

/**
 * Follows the chain of the operation log from its first link to its last (ADR 0020), a chunk at a time, in one snapshot.
 * @param anchor a link noted earlier: the chain must still contain it
 */
export async function verifyOperationLog(db: Db, anchor?: { number: number; hash: string }): Promise<ChainReport> {
  const report: ChainReport = { links: 0, newest: null, dropped: 0, faults: [] }
  const blame = (number: number, problem: ChainReport['faults'][number]['problem']) => {
    if (report.faults.length < maxFaults) report.faults.push({ number, problem })
  }
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (snapshot) => {
      let last = { number: 0, hash: '' }
      let hasAuditEntry = false
      let isAnchorSeen = false
      for (;;) {
        const rows = await readLinks(snapshot, last)
        for (const { number, hash, is_right } of rows) {
          if (number !== last.number + 1) blame(last.number + 1, 'link-missing')
          else if (is_right === false) blame(number, 'changed')
          if (is_right !== null) hasAuditEntry = true
          else if (hasAuditEntry) blame(number, 'line-missing')
          else report.dropped++
          if (anchor?.number === number) {
            isAnchorSeen = true
            if (anchor.hash !== hash) blame(number, 'anchor-differs')
          }
          last = { number, hash }
          report.links++
        }
        if (rows.length < chunk) break
      }
      if (last.number > 0) report.newest = last
      if (anchor && !isAnchorSeen) blame(anchor.number, 'link-missing')
      if (await hasLinesOutside(snapshot)) blame(last.number + 1, 'not-linked')
    })
  return report
}

/** The next links, each with whether it follows from its line and the link before; null if the line is deleted. */
async function readLinks(db: Db, last: { number: number; hash: string }) {
  const { rows } = await sql<{ number: number; hash: string; is_right: boolean | null }>`
    select l.number, encode(l.hash, 'hex') as hash,
      case when o.id is null then null
        else l.hash = operation_log_hash(coalesce(lag(l.hash) over (order by l.number), decode(${last.hash}, 'hex')), o) end as is_right
    from (select * from operation_log_link where number > ${last.number} order by number limit ${chunk}) l
    left join operation_log o on o.at = l.line_at and o.id = l.line_id
    order by l.number`.execute(db)
  return rows
}

async function hasLinesOutside(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from operation_log o where not exists (select from operation_log_link l where l.line_id = o.id) limit 1`.execute(
    db,
  )
  return rows.length > 0
}
