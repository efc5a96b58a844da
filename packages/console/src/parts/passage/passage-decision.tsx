import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Text } from '../../i18n/i18n.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

type Props = { record: Pick<RecognitionRecord, 'opened' | 'kind'>; t: Text }

/** The door as icon and word: green open, amber for a stranger, red for a refusal of somebody known. Texts of area `records`. */
export function PassageDecision({ record, t }: Props) {
  if (record.opened) return <StatusMark meaning="good">{t('shared:decision.opened')}</StatusMark>
  const meaning = record.kind === 'stranger' ? 'attention' : 'bad'
  return <StatusMark meaning={meaning}>{t('shared:decision.refused')}</StatusMark>
}
