import { countRecords, listRecords } from '@gatehouse/contract/features/records.ts'
import { call } from '../../api/call.ts'
import { formatNumber } from '../../lib/format-number.ts'
import { readUrlState } from '../../ui/list/list-url-state.ts'
import { recordQueryText } from './record-queries.ts'

/** A larger number says no more beside a name in the menu. */
const atMost = 1_000

/** How many records saved views have, in words. One is counted after the other: a menu must not occupy the server. */
export async function countViews(
  queries: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const counts = new Map<string, string>()
  for (const query of queries) {
    const state = readUrlState(listRecords.query, new URLSearchParams(query))
    const { after: _, size: _size, ...filter } = recordQueryText(state)
    // oxlint-disable-next-line no-await-in-loop -- at most one at a time
    const { count, isMore } = await call(countRecords, { query: { ...filter, atMost: String(atMost) } }, { signal })
    counts.set(query, `${formatNumber(count)}${isMore ? '+' : ''}`)
  }
  return counts
}
