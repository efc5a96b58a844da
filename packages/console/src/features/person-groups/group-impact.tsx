import type { GroupDetail, GroupKind, GroupSummary } from '@gatehouse/contract/features/person-groups.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useText, type Text } from '../../i18n/i18n.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { groupDetail } from './group-queries.ts'

/** The doors of a group in words: "Main entrance, Lab and 3 more devices"; undefined for none. */
export function doorsOf({ deviceNames, deviceCount }: GroupDetail, t: Text): string | undefined {
  if (deviceCount === 0) return undefined
  const names = deviceNames.join(t('groups:comma'))
  const more = deviceCount - deviceNames.length
  return more > 0 ? t('groups:andMore', { names, count: more }) : names
}

/** The effects of an action, one sentence per line. */
export const consequences = (sentences: readonly (string | false | undefined)[]) =>
  sentences
    .filter((sentence) => typeof sentence === 'string')
    .map((sentence) => (
      <span key={sentence} className="group-sentence">
        {sentence}
      </span>
    ))

/** Asks how many people and which doors a change of this group affects now; shows an error if that fails. */
export function useGroupImpact(kind: GroupKind) {
  const client = useQueryClient()
  const toast = useToast()
  const t = useText()
  return useCallback(
    async ({ id }: GroupSummary) => {
      try {
        const detail = await client.fetchQuery({ ...groupDetail(kind, id), staleTime: 0 })
        return { detail, doors: doorsOf(detail, t) }
      } catch (error) {
        toast.failed(error)
        return undefined
      }
    },
    [client, kind, t, toast],
  )
}
