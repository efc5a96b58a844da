import type { FloorPlan } from '@gatehouse/contract/features/floor-plans.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Segments } from '../../../ui/page/segments.tsx'

type Props = { plans: readonly FloorPlan[]; chosenId: string; onChoose: (id: string) => void }

/** The floors of a site, the lowest first. */
export function FloorChoice({ plans, chosenId, onChoose }: Props) {
  const t = useText()
  if (plans.length < 2) return null
  return (
    <div className="floor-choice">
      <Segments
        label={t('sites:plan.floor')}
        value={chosenId}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChoose}
      />
    </div>
  )
}
