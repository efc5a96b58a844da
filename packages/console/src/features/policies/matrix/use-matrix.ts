import type { LiveTopic } from '@gatehouse/contract/live-topics.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { askAgain } from '../../../api/ask-again.ts'
import { useAskOnHints } from '../../../api/use-ask-on-hints.ts'
import { useDirtyGuard } from '../../../ui/form/form-guard.ts'
import { cellsOf, type Draft, paintCells, type Paint, stepBack, withoutOvertaken } from './matrix-draft.ts'
import { matrixQuery } from './matrix-queries.ts'

/** The topics beside that of policies which change the matrix. */
const topics: ReadonlySet<LiveTopic> = new Set<LiveTopic>(['devices', 'groups', 'timetables', 'sites'])
const isShown = (topic: LiveTopic) => topics.has(topic)
const nothing: Draft = new Map()

type Pair = { groupId: string; deviceId: string }

/** The matrix as it is saved, with the changes that are not, and the way back through them. */
export function useMatrix(siteId: string | undefined) {
  const query = useQuery(matrixQuery(siteId))
  const client = useQueryClient()
  const ask = useCallback(() => askAgain(client, matrixQuery(siteId).queryKey), [client, siteId])
  const [drafts, setDrafts] = useState<readonly Draft[]>([])
  const draft = drafts.at(-1) ?? nothing
  const cells = useMemo(() => cellsOf(query.data?.cells ?? []), [query.data?.cells])
  const markDirty = useDirtyGuard()
  useEffect(() => markDirty(draft.size > 0), [draft, markDirty])
  useAskOnHints(ask, isShown)

  /** A stroke of the pointer is one step back, however many cells it crosses. */
  const paint = useCallback(
    (pairs: readonly Pair[], becomes: Paint, isSameStroke = false) =>
      setDrafts((all) => {
        const next = paintCells(all.at(-1) ?? nothing, cells, pairs, becomes)
        return [...(isSameStroke ? all.slice(0, -1) : all), next]
      }),
    [cells],
  )
  const undo = useCallback(() => setDrafts(stepBack), [])
  const clear = useCallback(() => setDrafts([]), [])
  /** Looks again at what is saved, and drops the changes that somebody else has overtaken. */
  const reload = useCallback(async () => {
    const { data } = await query.refetch()
    if (data) setDrafts([withoutOvertaken(draft, cellsOf(data.cells))])
  }, [query, draft])
  return { query, cells, draft, paint, undo, clear, reload }
}
