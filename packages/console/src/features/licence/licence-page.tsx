import { getLicence, type LicenceInfo } from '@gatehouse/contract/features/licence.ts'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { Progress } from 'antd'
import type { LoaderFunction } from 'react-router'
import { queryOf } from '../../api/query.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { companyTime } from '../../lib/format-date.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { Period } from '../../ui/detail/detail-instant.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { LicenceHistory } from './licence-history.tsx'
import { LicenceRenewal } from './licence-renewal.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import './licence-page.css'

const licenceQuery = queryOf(getLicence)

export const loader =
  (client: QueryClient): LoaderFunction =>
  () => {
    void client.prefetchQuery(licenceQuery)
    return null
  }

const dayMs = 86_400_000
/** From here on the page warns: days to the end (a trial is as short as that), share of a limit. */
const warnDays = { file: 30, trial: 7 } as const
const warnShare = 0.9

/** BU-06: the licence in force, its usage, and its renewal. */
export function Component() {
  const t = useText()
  const { data, error, isPending, refetch } = useQuery(licenceQuery)
  return (
    <>
      <PageHeader title={t('licence:title')} purpose={t('licence:purpose')} />
      <div className="licence">
        {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {isPending && <DetailSkeleton lines={8} />}
        {data && <LicenceFacts licence={data} t={t} />}
        {data && <LicenceRenewal />}
        {data && <LicenceHistory />}
      </div>
    </>
  )
}

function LicenceFacts({ licence, t }: { licence: LicenceInfo; t: Text }) {
  const days = Math.floor((instantMs(licence.valid_to) - nowMs()) / dayMs)
  const at = companyTime(licence.valid_to, 'minute')
  // No request to renew if a renewal already waits for its start.
  const coveredDays = Math.floor((instantMs(licence.covered_to) - nowMs()) / dayMs)
  const isSoon = coveredDays < warnDays[licence.kind]
  const code = (text: string, what: string) => (text ? <CopyText text={text} what={what} /> : t('licence:trialNone'))
  return (
    <>
      {coveredDays >= 0 && isSoon && (
        <Notice
          kind="attention"
          title={
            <Dated>
              {coveredDays === 0
                ? t('licence:soonToday', { at: companyTime(licence.covered_to, 'minute') })
                : t('licence:soon', { count: coveredDays })}
            </Dated>
          }
        >
          {t('licence:soonText')}
        </Notice>
      )}
      <LimitWarning what={t('licence:devices')} used={licence.used.devices} limit={licence.limits.devices} t={t} />
      <LimitWarning what={t('licence:people')} used={licence.used.people} limit={licence.limits.people} t={t} />
      <SettingsSection title={t('licence:facts')}>
        <DetailList
          items={[
            { label: t('licence:field.kind'), value: t(`licence:kind.${licence.kind}`) },
            { label: t('licence:field.edition'), value: t(`licence:edition.${licence.edition}`) },
            {
              label: t('licence:field.state'),
              value: (
                <StatusMark meaning={days < 0 ? 'bad' : isSoon ? 'attention' : 'good'}>
                  {days < 0
                    ? t('licence:over')
                    : days === 0
                      ? t('licence:endsToday', { at })
                      : t('licence:daysLeft', { count: days })}
                </StatusMark>
              ),
            },
            {
              label: t('licence:field.period'),
              value: <Period from={licence.valid_from} to={licence.valid_to} detail="day" />,
            },
            { label: t('licence:field.serialNumber'), value: licence.serial_number },
            { label: t('licence:field.signature'), value: code(licence.signature, t('licence:field.signature')) },
            { label: t('licence:field.udid'), value: code(licence.udid, t('licence:field.udid')) },
            { label: t('licence:field.code'), value: licence.activation_code || t('licence:trialNone') },
          ]}
        />
      </SettingsSection>
      <SettingsSection title={t('licence:usage')}>
        <DetailList
          items={[
            {
              label: t('licence:devices'),
              value: (
                <Usage what={t('licence:devices')} used={licence.used.devices} limit={licence.limits.devices} t={t} />
              ),
            },
            {
              label: t('licence:people'),
              value: (
                <Usage what={t('licence:people')} used={licence.used.people} limit={licence.limits.people} t={t} />
              ),
            },
          ]}
        />
      </SettingsSection>
    </>
  )
}

type Limit = { what: string; used: number; limit: number | null; t: Text }

function LimitWarning({ what, used, limit, t }: Limit) {
  if (limit === null || used < limit * warnShare) return null
  const isFull = used >= limit
  return (
    <Notice
      kind={isFull ? 'bad' : 'attention'}
      title={t(used > limit ? 'licence:exceeded' : isFull ? 'licence:full' : 'licence:nearly', { what, used, limit })}
    >
      {t(isFull ? 'licence:fullText' : 'licence:nearlyText')}
    </Notice>
  )
}

function Usage({ what, used, limit, t }: Limit) {
  if (limit === null) return <span className="tabular">{t('licence:unlimited', { used })}</span>
  return (
    <span className="licence-usage">
      <span className="tabular">{t('licence:of', { used, limit })}</span>
      <Progress
        aria-label={what}
        percent={Math.min(100, Math.round((used / limit) * 100))}
        showInfo={false}
        status={used >= limit ? 'exception' : 'normal'}
      />
    </span>
  )
}
