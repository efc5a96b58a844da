import type { VisitorSummary } from '@gatehouse/contract/features/visitors.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { askAgain } from '../../api/ask-again.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { periodOf } from '../../ui/list/list-filter.ts'
import { visitorCounts } from './visitor-queries.ts'

type Visit = Pick<VisitorSummary, 'validFromAt' | 'validToAt'>

/** The server has passed a moment by then as well. */
const afterMs = 1_000

/** Asks for the visitors again when one of these visits, or the next one, begins or ends, and when a day begins: no hint comes then. */
export function useMovesOn(shown: readonly Visit[] | undefined): void {
  const client = useQueryClient()
  const next = useQuery(visitorCounts).data?.next
  const moments = [
    ...(next ? [next.validFromAt] : []),
    ...(shown ?? []).flatMap(({ validFromAt, validToAt }) => [validFromAt, validToAt]),
  ].join(' ')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const now = nowMs()
      const ahead = [...moments.split(' '), periodOf('today')?.to ?? '']
        .map((moment) => instantMs(moment) + afterMs - now)
        .filter((ms) => ms > 0)
      if (ahead.length > 0) timer = setTimeout(moveOn, Math.min(...ahead))
    }
    const moveOn = () => {
      void askAgain(client, ['visitors'])
      wait()
    }
    wait()
    return () => clearTimeout(timer)
  }, [client, moments])
}
