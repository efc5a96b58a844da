import { getOpeningRule } from '@gatehouse/contract/features/doors/opening-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'

export const openingRuleQuery = queryOf(getOpeningRule)

/** Whether somebody who opens a door by a button says why, and the reasons that are offered. */
export function OpeningCard({ onEdit }: { onEdit: () => void }) {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(openingRuleQuery)
  return (
    <SettingsSection title={t('company:opening.title')} text={t('company:opening.text')}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={2} />}
      {data && (
        <>
          <DetailList
            items={[
              {
                label: t('company:opening.needsReason'),
                value: data.needsReason
                  ? t('company:opening.everywhere')
                  : data.doorIds.length === 0
                    ? t('company:opening.nowhere')
                    : t('company:opening.doors', { count: data.doorIds.length }),
              },
              { label: t('company:opening.reasons'), value: data.reasons.join(t('list:comma')) },
            ]}
          />
          {can('company.write') && <Button onClick={onEdit}>{t('company:opening.edit')}</Button>}
        </>
      )}
    </SettingsSection>
  )
}
