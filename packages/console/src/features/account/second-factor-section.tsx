import {
  confirmSecondFactor,
  endSecondFactor,
  offerSecondFactor,
  renewRecoveryCodes,
} from '@gatehouse/contract/features/accounts.ts'
import { typedPasswordMax } from '@gatehouse/contract/password-policy.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { proofOf } from '../../api/password-actions.ts'
import { useText } from '../../i18n/i18n.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { Dated } from '../../ui/page/dated.tsx'
import { companyTime } from '../../lib/format-date.ts'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { QrCode } from '../../ui/qr/qr-code.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'
import { ownSecondFactor } from './account-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

type Step =
  | { kind: 'rest' }
  | { kind: 'password' }
  | { kind: 'scan'; offer: Reply<typeof offerSecondFactor> }
  | { kind: 'renew' }
  | { kind: 'end' }
  | { kind: 'codes'; codes: readonly string[] }

/** A second factor for the own account: an authenticator app, with recovery codes for when the phone is gone. */
export function SecondFactorSection() {
  const t = useText()
  const { data, error, refetch } = useQuery(ownSecondFactor)
  const [step, setStep] = useState<Step>({ kind: 'rest' })
  const rest = () => {
    setStep({ kind: 'rest' })
  }
  const showCodes = ({ recoveryCodes }: { recoveryCodes: string[] }) => {
    setStep({ kind: 'codes', codes: recoveryCodes })
  }
  const code = { label: t('accounts:factor.code'), autoComplete: 'one-time-code', onCancel: rest }
  return (
    <SettingsSection title={t('accounts:factor.title')} text={t('accounts:factor.purpose')}>
      {step.kind === 'password' ? (
        <AskForm
          key="password"
          label={t('accounts:ownPassword')}
          autoComplete="current-password"
          isSecret
          action={t('accounts:factor.next')}
          onCancel={rest}
          onSubmit={async (password) =>
            setStep({ kind: 'scan', offer: await call(offerSecondFactor, { body: await proofOf(password) }) })
          }
        />
      ) : step.kind === 'scan' ? (
        <>
          <p>{t('accounts:factor.scan')}</p>
          <QrCode text={step.offer.uri} name={t('accounts:factor.qr')} />
          <p className="account-secret">
            <CopyText text={step.offer.secret} what={t('accounts:factor.secret')} />
          </p>
          <AskForm
            key="confirm"
            {...code}
            // There are no recovery codes yet.
            label={t('accounts:factor.firstCode')}
            action={t('accounts:factor.turnOn')}
            onSubmit={async (code) => showCodes(await call(confirmSecondFactor, { body: { code } }))}
          />
        </>
      ) : step.kind === 'renew' ? (
        <AskForm
          key="renew"
          {...code}
          action={t('accounts:factor.renew')}
          onSubmit={async (code) => showCodes(await call(renewRecoveryCodes, { body: { code } }))}
        />
      ) : step.kind === 'end' ? (
        <AskForm
          key="end"
          {...code}
          action={t('accounts:factor.turnOff')}
          onSubmit={async (code) => {
            await call(endSecondFactor, { body: { code } })
            rest()
          }}
        />
      ) : step.kind === 'codes' ? (
        <>
          <Notice kind="attention" title={t('accounts:factor.codesOnce')} />
          <ul className="account-codes">
            {step.codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
          <div className="account-actions">
            <CopyText text={step.codes.join('\n')} what={t('accounts:factor.codes')}>
              {t('accounts:factor.codes')}
            </CopyText>
            <Button type="primary" onClick={rest}>
              {t('accounts:factor.kept')}
            </Button>
          </div>
        </>
      ) : error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <DetailSkeleton lines={2} />
      ) : data.state === 'off' ? (
        <div className="account-actions">
          <StatusMark meaning="none">{t('accounts:off')}</StatusMark>
          <Button onClick={() => setStep({ kind: 'password' })}>{t('accounts:factor.begin')}</Button>
        </div>
      ) : (
        <>
          <p>
            <StatusMark meaning="good">
              <Dated>{t('accounts:factor.since', { at: data.since ? companyTime(data.since, 'minute') : '' })}</Dated>
            </StatusMark>
          </p>
          <p>{t('accounts:factor.left', { count: data.recoveryCodesLeft })}</p>
          <div className="account-actions">
            <Button onClick={() => setStep({ kind: 'renew' })}>{t('accounts:factor.renew')}</Button>
            <Button danger onClick={() => setStep({ kind: 'end' })}>
              {t('accounts:factor.turnOff')}
            </Button>
          </div>
        </>
      )}
    </SettingsSection>
  )
}

/** One field and its purpose; an error is shown at the field. */
function AskForm(props: {
  label: string
  action: string
  autoComplete: string
  isSecret?: boolean
  onSubmit: (value: string) => Promise<void>
  onCancel: () => void
}) {
  const t = useText()
  const [form] = Form.useForm<{ value: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async ({ value }: { value: string }) => {
    setIsBusy(true)
    try {
      await props.onSubmit(value)
    } catch (error) {
      setIsBusy(false)
      form.setFields([{ name: 'value', errors: [errorText(error, t)] }])
      form.focusField('value')
    }
  }
  const Field = props.isSecret ? Input.Password : Input
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={(fields) => void submit(fields)}>
      <Form.Item
        name="value"
        label={props.label}
        rules={[{ required: true, message: t('accounts:required', { field: props.label }) }]}
      >
        {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the field takes the place of the button that was pressed */}
        <Field autoComplete={props.autoComplete} maxLength={typedPasswordMax.characters} autoFocus />
      </Form.Item>
      <div className="account-actions">
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {props.action}
        </Button>
        <Button onClick={props.onCancel}>{t('form:cancel')}</Button>
      </div>
    </Form>
  )
}
