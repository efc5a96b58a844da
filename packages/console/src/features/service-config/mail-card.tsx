import {
  deleteMailConfig,
  sendTestMail,
  testMailInput,
  type MailState,
} from '@gatehouse/contract/features/service-config.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { call } from '../../api/call.ts'
import { mutationOf } from '../../api/query.ts'
import { useText, type Text } from '../../i18n/i18n.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { errorText } from '../../ui/feedback/error-text.ts'
import { fieldProblem } from '../../ui/form/form-schema.ts'
import { pressInPlace } from '../../ui/form/press-in-place.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { mailQuery, serviceConfigPath } from './service-config-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** The mail server, and a test mail. */
export function MailCard() {
  const t = useText()
  const client = useQueryClient()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(serviceConfigPath)
  const { data, error, refetch } = useQuery(mailQuery)
  const remove = () =>
    void confirmDelete({
      title: t('service:mail.forgetQuestion'),
      text: t('service:mail.forgetText'),
      action: t('service:mail.forget'),
      ends: [],
      run: async () => client.setQueryData(mailQuery.queryKey, await call(deleteMailConfig, {})),
    })
  return (
    <SettingsSection title={t('service:mail.title')} text={t('service:mail.text')}>
      {error && !data && <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {!data && !error && <DetailSkeleton lines={4} />}
      {data && (
        <>
          <MailFacts state={data} t={t} />
          <div className="settings-section-buttons">
            <Button onClick={() => panel.open('mail')}>
              {t(data.source === 'console' ? 'service:mail.change' : 'service:mail.set')}
            </Button>
            {data.source === 'console' && <Button onClick={remove}>{t('service:mail.forget')}</Button>}
          </div>
          {data.source !== 'none' && <TestMail />}
        </>
      )}
    </SettingsSection>
  )
}

function MailFacts({ state, t }: { state: MailState; t: Text }) {
  const { config } = state
  if (!config) {
    const isSet = state.source === 'environment'
    return (
      <Notice
        kind={isSet ? 'info' : 'attention'}
        title={t(isSet ? 'service:mail.fromEnvironment' : 'service:mail.none')}
      />
    )
  }
  return (
    <DetailList
      items={[
        { label: t('service:mail.host'), value: `${config.serverHost}:${config.port}` },
        { label: t('service:mail.security'), value: t(`service:mail.securities.${config.security}`) },
        { label: t('service:mail.account'), value: config.account },
        {
          label: t('service:mail.password'),
          value: t(config.hasPassword ? 'service:mail.kept' : 'service:mail.noPassword'),
        },
        { label: t('service:mail.sender'), value: [config.senderName, config.sender].filter(Boolean).join(' · ') },
        {
          label: t('service:mail.authority'),
          value: t(config.certificateAuthority ? 'service:mail.ownAuthority' : 'service:mail.publicAuthority'),
        },
      ]}
    />
  )
}

function TestMail() {
  const t = useText()
  const [form] = Form.useForm<{ to: string }>()
  const test = useMutation(mutationOf(sendTestMail))
  return (
    <Form
      className="service-test"
      form={form}
      layout="vertical"
      requiredMark={false}
      // the browser would say in its own words that it is no address, and send nothing
      noValidate
      onFinish={({ to }) => test.mutate({ body: { to: to.trim() } })}
    >
      <Form.Item
        name="to"
        label={t('service:mail.to')}
        validateTrigger="onBlur"
        rules={[
          {
            validator: async (_, value: unknown) => {
              const text = typeof value === 'string' ? value.trim() : value
              const problem = fieldProblem(testMailInput.shape.to, text, t)
              if (problem !== undefined) throw new Error(problem)
            },
          },
        ]}
      >
        <Input type="email" autoComplete="email" />
      </Form.Item>
      <Button htmlType="submit" loading={test.isPending} {...pressInPlace}>
        {t('service:mail.test')}
      </Button>
      {test.isSuccess && <Notice kind="good" title={t('service:mail.sent', { to: test.variables.body.to })} />}
      {test.error && <Notice kind="bad" title={errorText(test.error, t)} />}
    </Form>
  )
}
