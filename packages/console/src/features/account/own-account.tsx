import { endOwnSessions, updateProfile } from '@gatehouse/contract/features/accounts.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Form, Input } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { resetUserLoad } from '../../api/load-user.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { setUser, useUser } from '../../lib/session.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SettingsSection } from '../../ui/page/settings-section.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { ownSessions } from './account-queries.ts'
import { ExternalSignIn } from './external-sign-in.tsx'
import { NoticesSection } from './notices-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionList } from './session-list.tsx'
import './accounts.css'

/** The own account: name, password, second factor, and where one is signed in. */
export function OwnAccount({ title }: { title: string }) {
  const t = useText()
  const user = useUser()
  const toast = useToast()
  const sessions = useQuery(ownSessions)
  const save = useMutation({
    ...mutationOf(updateProfile),
    onSuccess: (next) => {
      setUser(next)
      resetUserLoad()
      toast.done(t('accounts:saved'))
    },
    onError: toast.failed,
  })
  if (!user) return null
  return (
    <>
      <PageHeader title={title} purpose={t('accounts:own.purpose')} />
      <SettingsSection title={t('accounts:own.facts')}>
        <Form
          layout="vertical"
          requiredMark={false}
          initialValues={{ name: user.name }}
          onFinish={(fields: { name: string }) => save.mutate({ body: fields })}
        >
          <Form.Item
            name="name"
            label={t('accounts:column.name')}
            rules={[{ required: true, whitespace: true, message: t('accounts:own.nameRequired') }]}
          >
            <Input maxLength={64} autoComplete="name" />
          </Form.Item>
          <Button htmlType="submit" loading={save.isPending}>
            {t('accounts:own.saveName')}
          </Button>
        </Form>
        <DetailList
          items={[
            { label: t('accounts:column.account'), value: user.account },
            { label: t('accounts:column.role'), value: t(`frame:role.${user.role.name}`) },
            { label: t('accounts:column.email'), value: user.email },
          ]}
        />
        {!user.isExternal && <Link to="/account/password">{t('frame:user.password')}</Link>}
      </SettingsSection>
      {user.isExternal ? <ExternalSignIn /> : <SecondFactorSection />}
      <NoticesSection />
      <SettingsSection title={t('accounts:session.title')}>
        <SessionList query={sessions} onEnd={(sessionId) => call(endOwnSessions, { body: { sessionId } })} />
      </SettingsSection>
    </>
  )
}

/** `/account`: from the menu at the name, for everybody. */
export const Component = () => <OwnAccount title={useText()('accounts:own.title')} />
