import { markMusterPeople, type MusterPerson, type MusterState } from '@gatehouse/contract/features/muster.ts'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useToast } from '../../ui/feedback/toast.tsx'

type How = { isFromPaper?: boolean; pointId?: string | null }

/** Marks one person and says so to screen readers; false where the server refused it, which is said in a message. */
export function useMark(musterId: string, say: (words: string) => void) {
  const t = useText()
  const toast = useToast()
  return async ({ id, person }: MusterPerson, state: MusterState, how: How = {}): Promise<boolean> => {
    try {
      await callAndRefresh(markMusterPeople, {
        params: { id: musterId },
        body: { personIds: [id], state, ...how },
      })
      say(t(`muster:said.${state}`, { name: person?.name ?? t('muster:person.unnamed') }))
      return true
    } catch (error) {
      toast.failed(error)
      return false
    }
  }
}
