import {
  getRegistrationCode,
  renewRegistrationCode,
  switchRegistrationCode,
} from '@gatehouse/contract/features/registrations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Switch } from 'antd'
import { call } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { useCan } from '../../lib/use-can.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { QrCodeCard } from '../../ui/qr/qr-code-card.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import './registration-code.css'

const registrationCodeQuery = queryOf(getRegistrationCode)

/** The personnel-entry QR code, which opens the form on a phone: to print, and for who may, to renew and to switch off. */
export function RegistrationCode() {
  const t = useText()
  const can = useCan()
  const mayWrite = can('registration.write')
  const client = useQueryClient()
  const confirm = useConfirm()
  const toast = useToast()
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
    <div className="registration-code">
      <p>{t('registrations:code.text')}</p>
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {code === null && (
        <>
          <p>{t(mayWrite ? 'registrations:code.none' : 'registrations:code.noneToMake')}</p>
          {mayWrite && (
            <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
              {t('registrations:code.create')}
            </Button>
          )}
        </>
      )}
      {code && (
        <>
          <span className="registration-code-switch">
            {mayWrite && (
              <Switch
                checked={code.isEnabled}
                loading={change.isPending}
                aria-label={t('registrations:code.enabled')}
                onChange={(isEnabled) => change.mutate(isEnabled)}
              />
            )}
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
          <p>
            <Dated>{t('registrations:code.since', { at: companyTime(code.renewedAt, 'minute') })}</Dated>
          </p>
          {mayWrite && <Button onClick={renew}>{t('registrations:code.renew')}</Button>}
        </>
      )}
    </div>
  )
}
