import { getPrivacySettings, readPrivacyNotice } from '@gatehouse/contract/features/people/notice.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { currentLanguage } from '../../lib/language.ts'
import { FaceNotice } from '../../parts/privacy/face-notice.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'

export const privacySettingsQuery = queryOf(getPrivacySettings)

/** The notice that people read where their face is taken, and the part of it that is the enterprise's own. */
export function PrivacyCard({ onEdit }: { onEdit: () => void }) {
  const t = useText()
  const can = useCan()
  const { data, error, refetch } = useQuery(privacySettingsQuery)
  const { data: notice } = useQuery(
    queryOf(readPrivacyNotice, { query: { kind: 'staff', language: currentLanguage() } }),
  )
  return (
    <SettingsSection title={t('company:privacy.title')} text={t('company:privacy.text')}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={2} />}
      {data && (
        <>
          <DetailList
            items={[
              {
                label: t('company:privacy.asksConsent'),
                value: t(data.asksConsent ? 'company:privacy.asked' : 'company:privacy.notAsked'),
              },
              { label: t('company:privacy.contact'), value: data.contact },
            ]}
          />
          {/* the words to read, without a box to tick */}
          {notice && <FaceNotice notice={{ ...notice, consent: null }} isAgreed={false} onAgree={() => undefined} />}
          {can('company.write') && <Button onClick={onEdit}>{t('company:privacy.edit')}</Button>}
        </>
      )}
    </SettingsSection>
  )
}
