import { renewRegistrationCode, switchRegistrationCode } from '@gatehouse/contract/features/registrations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { formatInstant } from '../../lib/format-date.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { DetailPanel } from '../../ui/detail-panel.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { usePanelAddress } from '../../ui/list-panel-address.ts'
import { QrCodeCard } from '../../ui/qr-code-card.tsx'
import { useToast } from '../../ui/toast.tsx'
import { registrationCodeQuery, registrationsAddress } from './registration-queries.ts'

/** The code that opens the form on a phone: to print, to renew, to switch off. */
export function RegistrationCodePanel() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirm()
  const toast = useToast()
  const panel = usePanelAddress(registrationsAddress)
  const query = useQuery(registrationCodeQuery)
  const code = query.data
  const keep = (next: typeof code) => client.setQueryData(registrationCodeQuery.queryKey, next)
  const make = useMutation({
    mutationFn: () => call(renewRegistrationCode, {}),
    onSuccess: keep,
    onError: toast.failed,
  })
  const change = useMutation({
    mutationFn: (isEnabled: boolean) => call(switchRegistrationCode, { body: { isEnabled } }),
    onSuccess: keep,
    onError: toast.failed,
  })
  const renew = () =>
    void confirm({
      title: t('registrations:code.renewQuestion'),
      text: t('registrations:code.renewText'),
      deed: t('registrations:code.renewDeed'),
      run: async () => {
        keep(await call(renewRegistrationCode, {}))
        toast.done(t('registrations:code.renewed'))
      },
    })
  return (
    <DetailPanel title={t('registrations:code.title')} onClose={panel.close}>
      <div className="registration-code">
        <p>{t('registrations:code.text')}</p>
        {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
        {code === null && (
          <>
            <p>{t('registrations:code.none')}</p>
            <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
              {t('registrations:code.create')}
            </Button>
          </>
        )}
        {code && (
          <>
            <span className="registration-ways">
              <Switch
                checked={code.isEnabled}
                loading={change.isPending}
                aria-label={t('registrations:code.enabled')}
                onChange={(isEnabled) => change.mutate(isEnabled)}
              />
              {code.isEnabled ? t('registrations:code.enabled') : t('registrations:code.disabled')}
            </span>
            {code.isEnabled && (
              <QrCodeCard
                text={code.address}
                name={t('registrations:code.title')}
                printed={t('registrations:code.printed')}
                fileName="gatehouse-registration"
              >
                <CopyText text={code.address} what={t('registrations:code.address')} />
              </QrCodeCard>
            )}
            <p>{t('registrations:code.since', { at: formatInstant(code.renewedAt, 'minute') })}</p>
            <Button onClick={renew}>{t('registrations:code.renew')}</Button>
          </>
        )}
      </div>
    </DetailPanel>
  )
}
