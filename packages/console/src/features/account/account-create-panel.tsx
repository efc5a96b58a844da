import { createAccount, grantableRoles } from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { Input, Select } from 'antd'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormPanel } from '../../ui/form/form-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useInitialPassword } from './use-account-actions.tsx'

export function AccountCreatePanel() {
  const t = useText()
  const panel = usePanelRoute(pathTo('account'))
  const handOut = useInitialPassword()
  return (
    <FormPanel
      title={t('accounts:add')}
      schema={createAccount.body}
      initial={{}}
      submitLabel={t('accounts:add')}
      errorFields={{ 'account.taken': 'account' }}
      onClose={panel.close}
      onSubmit={(body) => call(createAccount, { body })}
      onSaved={(made) => {
        panel.close()
        handOut(made)
      }}
    >
      <FormField name="account" label={t('accounts:column.account')} hint={t('accounts:form.accountHint')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="name" label={t('accounts:column.name')}>
        <Input maxLength={64} autoComplete="off" />
      </FormField>
      <FormField name="role" label={t('accounts:column.role')}>
        <RoleSelect />
      </FormField>
      <FormField name="email" label={t('accounts:column.email')} hint={t('accounts:form.emailHint')}>
        <Input maxLength={128} autoComplete="off" inputMode="email" />
      </FormField>
    </FormPanel>
  )
}

/** Each role with its permissions, since the names alone do not explain them. */
export function RoleSelect(props: { id?: string; value?: string; onChange?: (role: string) => void }) {
  const t = useText()
  return (
    <Select
      {...props}
      options={grantableRoles.map((role) => ({
        value: role,
        label: t(`frame:role.${role}`),
        about: t(`accounts:role.${role}`),
      }))}
      optionRender={({ label, data }) => (
        <span className="account-role">
          {label}
          <small>{data.about}</small>
        </span>
      )}
    />
  )
}
