import type { DoorNeed } from '@gatehouse/contract/features/floor-plans.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { lastPassages, type PassagesAt } from '../device/last-faces.tsx'
import { Emphasised, strong } from '../emphasised.tsx'
import { todayOn } from '../person-page/day-name.ts'

type Props = {
  /** The door, or the device. */
  at: PassagesAt
  /** A door without one has nobody's passages. */
  hasReaders: boolean
  /** The reasons for which the doors of this page need somebody, as Live shows them; undefined: not known. */
  needs: readonly DoorNeed[] | undefined
  /** Nothing else on the page is something that somebody should look at: no door is held or open, and there is no notice. */
  isAtEase: boolean
}

/** The last passage at a door in words, and why it needs the reader, or that nothing does; nothing that the role does not see. */
export function DoorSentence({ at, hasReaders, needs, isAtEase }: Props) {
  const t = useText()
  const can = useCan()
  const [record] = useQuery({ ...lastPassages(at), enabled: can('record.read') && hasReaders }).data ?? []
  const said = record && {
    name: strong(record.person?.name ?? t(`list:personKind.${record.kind}`)),
    at: timeOf(record.recognisedAt),
  }
  const why = needs?.map((need) => t(`shared:doorNeed.${need}`)).join(t('list:comma'))
  return (
    <>
      <Emphasised>
        {sentences(
          said && t(record.opened ? `doorNow:sentence.${record.direction}` : 'doorNow:sentence.refused', said),
          why ? t('doorNow:sentence.needs', { needs: why }) : needs && isAtEase && t('doorNow:sentence.calm'),
        )}
      </Emphasised>{' '}
    </>
  )
}

/** Today's by its time alone. */
function timeOf(instant: string): string {
  const at = companyTime(instant, 'minute')
  return at.startsWith(todayOn()) ? at.slice(11) : at
}
