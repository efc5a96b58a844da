import {
  getRegistrationCode,
  renewRegistrationCode,
  switchRegistrationCode,
} from '@gatehouse/contract/features/registrations.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { mutationOf, queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { ActingSwitch } from '../../ui/form/acting-switch.tsx'
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

/** The personnel-entry QR code, which opens the form on a phone: to print and, with permission, to renew and switch off. */
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
    ...mutationOf(renewRegistrationCode),
    onSuccess: keep,
    onError: toast.failed,
  })
  const change = useMutation({
    ...mutationOf(switchRegistrationCode),
    onSuccess: keep,
    onError: toast.failed,
  })
  const renew = () =>
    void confirm({
      title: t('shared:registrationCode.renewQuestion'),
      text: t('shared:registrationCode.renewText'),
      action: t('shared:registrationCode.renewButton'),
      run: async () => {
        keep(await call(renewRegistrationCode, {}))
        toast.done(t('shared:registrationCode.renewed'))
      },
    })
  return (
    <div className="registration-code">
      <p>{t('shared:registrationCode.text')}</p>
      {query.error && <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />}
      {code === null && (
        <>
          <p>{t(mayWrite ? 'shared:registrationCode.none' : 'shared:registrationCode.noneToMake')}</p>
          {mayWrite && (
            <Button type="primary" loading={make.isPending} onClick={() => make.mutate()}>
              {t('shared:registrationCode.create')}
            </Button>
          )}
        </>
      )}
      {code && (
        <>
          <span className="registration-code-switch">
            {mayWrite && (
              <ActingSwitch
                checked={code.isEnabled}
                isBusy={change.isPending}
                aria-label={t('shared:registrationCode.enabled')}
                onChange={(isEnabled) => change.mutate({ body: { isEnabled } })}
              />
            )}
            {code.isEnabled ? t('shared:registrationCode.enabled') : t('shared:registrationCode.disabled')}
          </span>
          {code.isEnabled && (
            <QrCodeCard
              text={code.address}
              name={t('shared:registrationCode.title')}
              printed={t('shared:registrationCode.printed')}
              fileName="gatehouse-registration"
            >
              <CopyText text={code.address} what={t('shared:registrationCode.address')} />
            </QrCodeCard>
          )}
          <p>
            <Dated>{t('shared:registrationCode.since', { at: companyTime(code.renewedAt, 'minute') })}</Dated>
          </p>
          {mayWrite && <Button onClick={renew}>{t('shared:registrationCode.renew')}</Button>}
        </>
      )}
    </div>
  )
}
