import { listLicences, type LoadedLicence, withdrawLicence } from '@gatehouse/contract/features/licence.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callAndRefresh } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { Period } from '../../ui/detail/detail-instant.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { StatusMark, type Meaning } from '../../ui/feedback/status-mark.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

const historyQuery = queryOf(listLicences)

const meanings: Record<LoadedLicence['state'], Meaning> = {
  'in-force': 'good',
  waiting: 'attention',
  over: 'bad',
  replaced: 'none',
  withdrawn: 'none',
}

/** Every licence that was loaded, newest first; one that waits for its day can be taken out. */
export function LicenceHistory() {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const { data, error, refetch } = useQuery(historyQuery)
  const withdraw = (licence: LoadedLicence) =>
    confirm({
      title: t('licence:withdrawTitle', { serial: licence.serial_number }),
      text: t('licence:withdrawText'),
      action: t('licence:withdraw'),
      run: async () => {
        await callAndRefresh(withdrawLicence, { params: { id: licence.id } })
        toast.done(t('licence:withdrawn'))
      },
    })
  return (
    <SettingsSection title={t('licence:history')}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!error && !data && <DetailSkeleton lines={3} />}
      <ol className="licence-history">
        {data?.map((licence) => (
          <li key={licence.id}>
            <div className="licence-history-head">
              <strong>{licence.kind === 'trial' ? t('licence:kind.trial') : licence.serial_number}</strong>
              <StatusMark meaning={meanings[licence.state]}>{t(`licence:loadedState.${licence.state}`)}</StatusMark>
              {licence.state === 'waiting' && (
                <Button size="small" onClick={() => withdraw(licence)}>
                  {t('licence:withdraw')}
                </Button>
              )}
            </div>
            <p className="settings-section-quiet">
              {t(`licence:edition.${licence.edition}`)} ·{' '}
              <Period from={licence.valid_from} to={licence.valid_to} detail="day" />
              {' · '}
              {t('licence:devices')} {licence.limits.devices ?? t('errors:licenceWorse.noLimit')} ·{' '}
              {t('licence:people')} {licence.limits.people ?? t('errors:licenceWorse.noLimit')} ·{' '}
              <span className="licence-loaded">
                <Dated>{t('licence:loaded', { at: companyTime(licence.loaded_at, 'minute') })}</Dated>
              </span>
            </p>
          </li>
        ))}
      </ol>
    </SettingsSection>
  )
}
