import { handOver } from '@gatehouse/contract/features/accounts.ts'
import { typedPasswordMax } from '@gatehouse/contract/password-policy.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { loadUser, resetUserLoad } from '../../api/load-user.ts'
import { proofOf } from '../../api/password-actions.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { accountDetail } from './account-queries.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

const schema = z.object({ password: z.string().min(1, { error: 'required' }) })

/** PERM-03: the super admin gives the role away, with the own password. */
export function HandOverPanel() {
  const t = useText()
  const toast = useToast()
  const navigate = useNavigate()
  const { accountId = '' } = useParams()
  const panel = usePanelRoute(pathTo('account'))
  const { data: account } = useQuery(accountDetail(accountId))
  if (!account) return null
  return (
    <FormPanel
      title={t('accounts:handOver.title', { account: account.account })}
      schema={schema}
      initial={{}}
      submitLabel={t('accounts:handOver.button', { name: account.name })}
      errorFields={{ 'auth.password-wrong': 'password' }}
      onClose={() => panel.open(accountId)}
      onSubmit={async ({ password }) => call(handOver, { params: { id: accountId }, body: await proofOf(password) })}
      onSaved={({ name }) => {
        toast.done(t('accounts:handOver.done', { name }))
        // The own role is another now: the menu and this page follow it.
        resetUserLoad()
        void loadUser().then(() => navigate(pathTo('account')))
      }}
    >
      <Notice kind="attention" title={t('accounts:handOver.text', { name: account.name })} />
      <FormField name="password" label={t('accounts:ownPassword')}>
        <Input.Password autoComplete="current-password" maxLength={typedPasswordMax.characters} />
      </FormField>
    </FormPanel>
  )
}
