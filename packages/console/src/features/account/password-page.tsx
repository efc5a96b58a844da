import { isPasswordForm, passwordLength, typedPasswordMax } from '@gatehouse/contract/password-policy.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { resetUserLoad } from '../../api/load-user.ts'
import { changeOwnPassword } from '../../api/password-actions.ts'
import { useText } from '../../i18n/i18n.ts'
import { passwordStrength } from '../../lib/password-rule.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { pressInPlace } from '../../ui/form/press-in-place.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useUser } from '../../lib/session.ts'
import { ExternalSignIn } from './external-sign-in.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import './password-page.css'

type Fields = { current: string; next: string; repeat: string }

/** The field that an error of the server belongs to; every other error is shown above the form. */
const fieldOf: Record<string, keyof Fields> = {
  'auth.password-wrong': 'current',
  'auth.password-weak': 'next',
  'auth.password-same': 'next',
}

/** `/account/password`: your own password, for everybody; the only page while the one-time password is valid. */
export function Component() {
  const t = useText()
  const navigate = useNavigate()
  const { message } = App.useApp()
  const [form] = Form.useForm<Fields>()
  const save = useMutation({
    mutationFn: ({ current, next }: Fields) => changeOwnPassword({ oldPassword: current, newPassword: next }),
    onSuccess: () => {
      resetUserLoad()
      message.success(t('account:saved'))
      void navigate(pathTo('dashboard'))
    },
    onError: (error) => {
      const field = error instanceof CallError ? fieldOf[error.message] : undefined
      if (!field) return
      form.setFields([{ name: field, errors: [errorText(error, t)] }])
      form.focusField(field)
    },
  })
  const isShownAbove = save.error && !(save.error instanceof CallError && fieldOf[save.error.message])
  const next = Form.useWatch('next', form) ?? ''
  const required = (field: string) => [{ required: true, message: t('account:required', { field }) }]
  if (useUser()?.isExternal)
    return (
      <>
        <PageHeader title={t('account:title')} />
        <ExternalSignIn />
      </>
    )

  return (
    <>
      <PageHeader title={t('account:title')} purpose={t('account:purpose')} />
      <Form
        className="password-form"
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={(fields) => save.mutate(fields)}
      >
        {isShownAbove && <Notice kind="bad" title={errorText(save.error, t)} />}
        <Form.Item name="current" label={t('account:current')} rules={required(t('account:current'))}>
          <Input.Password autoComplete="current-password" maxLength={typedPasswordMax.characters} />
        </Form.Item>
        <Form.Item
          name="next"
          label={t('account:next')}
          extra={next === '' ? t('account:rule', passwordLength) : <Strength password={next} />}
          validateTrigger="onBlur"
          rules={[
            ...required(t('account:next')),
            {
              validator: async (_, value: string) => {
                if (value && !isPasswordForm(value)) throw new Error(t('account:form', passwordLength))
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        <Form.Item
          name="repeat"
          label={t('account:repeat')}
          dependencies={['next']}
          validateTrigger="onBlur"
          rules={[
            ...required(t('account:repeat')),
            {
              validator: async (_, value: string) => {
                if (value && value !== form.getFieldValue('next')) throw new Error(t('account:mismatch'))
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={passwordLength.max} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={save.isPending} {...pressInPlace}>
          {t('account:save')}
        </Button>
      </Form>
    </>
  )
}

/** A hint while typing; whether the password is well known, the server says. */
function Strength({ password }: { password: string }) {
  const t = useText()
  const level = passwordStrength(password)
  return (
    <span className="password-strength" data-level={level} role="status">
      <i />
      <i />
      <i />
      <span>{t('account:strength', { level: t(`account:levels.${level}`) })}</span>
    </span>
  )
}
