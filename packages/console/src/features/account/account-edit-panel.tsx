import { type Account, updateAccount } from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Input } from 'antd'
import { useParams } from 'react-router'
import { z } from 'zod'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { RoleSelect } from './account-create-panel.tsx'
import { accountDetail } from './account-queries.ts'

const schema = z.object(updateAccount.body.omit({ isDisabled: true }).required().shape)

/** Data first, then the form. */
export function AccountEditPanel() {
  const t = useText()
  const { accountId = '' } = useParams()
  const { data, error, refetch } = useQuery(accountDetail(accountId))
  const panel = usePanelRoute(pathTo('account'))
  const close = () => panel.open(accountId)
  if (data) return <AccountForm account={data} onClose={close} />
  return (
    <DetailPanel title={t('accounts:action.edit')} onClose={close}>
      {error ? <ErrorPanel error={error} onRetry={() => void refetch()} /> : <DetailSkeleton />}
    </DetailPanel>
  )
}

function AccountForm({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  return (
    <FormPanel
      title={t('accounts:form.edit', { account: account.account })}
      schema={schema}
      initial={{ name: account.name, role: account.role.name }}
      submitLabel={t('form:save')}
      onClose={onClose}
      onSubmit={(body) => call(updateAccount, { params: { id: account.id }, body })}
      onSaved={() => {
        toast.done(t('accounts:saved'))
        onClose()
      }}
    >
      <p>{t('accounts:form.fixed', { account: account.account, email: account.email ?? '–' })}</p>
      <FormField name="name" label={t('accounts:column.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="role" label={t('accounts:column.role')}>
        <RoleSelect />
      </FormField>
    </FormPanel>
  )
}
