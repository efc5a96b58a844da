import {
  type Account,
  type AccountWithPassword,
  deleteAccount,
  resetPassword,
  resetSecondFactor,
  updateAccount,
} from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { App } from 'antd'
import { useMemo } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm, useConfirmDelete } from '../../ui/feedback/confirm.tsx'
import type { RowAction } from '../../ui/list/list-column.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { InitialPassword } from './initial-password.tsx'

/** Says where the initial password went, or shows it: this once. */
export function useInitialPassword() {
  const t = useText()
  const { modal } = App.useApp()
  const toast = useToast()
  return ({ account, sentTo, password }: AccountWithPassword) => {
    if (password === null) toast.done(t('accounts:password.sent', { email: sentTo ?? '' }))
    else
      modal.info({
        title: t('accounts:password.title', { account: account.account }),
        content: <InitialPassword password={password} />,
        okText: t('accounts:password.noted'),
        icon: null,
        centered: true,
        keyboard: false,
      })
  }
}

/** The actions of an account, for the list's menu and for its panel. */
export function useAccountActions(): readonly RowAction<Account>[] {
  const t = useText()
  const toast = useToast()
  const ask = useConfirm()
  const confirmDelete = useConfirmDelete()
  const panel = usePanelRoute(pathTo('account'))
  const handOut = useInitialPassword()
  return useMemo(() => {
    const isSuper = ({ role }: Account) => (role.id === 0 ? t('accounts:reason.superAdmin') : undefined)
    const isExternal = (account: Account) =>
      isSuper(account) ?? (account.isExternal ? t('accounts:reason.external') : undefined)
    return [
      {
        key: 'edit',
        label: t('accounts:action.edit'),
        disabledReason: isSuper,
        run: ({ id }) => panel.open(`${id}/edit`),
      },
      {
        key: 'reset',
        label: t('accounts:action.reset'),
        disabledReason: isExternal,
        run: ({ id, account }) =>
          void ask(
            {
              title: t('accounts:reset.title', { account }),
              text: t('accounts:reset.text'),
              action: t('accounts:action.reset'),
              run: async () => {
                handOut(await callAndRefresh(resetPassword, { params: { id } }))
              },
            },
            { isDangerous: true },
          ),
      },
      {
        key: 'factor',
        label: t('accounts:action.factor'),
        disabledReason: (account) =>
          isSuper(account) ?? (account.hasSecondFactor ? undefined : t('accounts:reason.noFactor')),
        run: ({ id, account }) =>
          void ask({
            title: t('accounts:factorReset.title', { account }),
            text: t('accounts:factorReset.text'),
            action: t('accounts:action.factor'),
            run: async () => {
              await callAndRefresh(resetSecondFactor, { params: { id } })
              toast.done(t('accounts:factorReset.done', { account }))
            },
          }),
      },
      {
        key: 'switch',
        label: ({ isDisabled }) => t(isDisabled ? 'accounts:enable.button' : 'accounts:disable.button'),
        disabledReason: isSuper,
        run: ({ id, account, isDisabled }) =>
          void ask({
            title: t(isDisabled ? 'accounts:enable.title' : 'accounts:disable.title', { account }),
            text: t(isDisabled ? 'accounts:enable.text' : 'accounts:disable.text'),
            action: t(isDisabled ? 'accounts:enable.button' : 'accounts:disable.button'),
            run: async () => {
              await callAndRefresh(updateAccount, { params: { id }, body: { isDisabled: !isDisabled } })
              toast.done(t(isDisabled ? 'accounts:enable.done' : 'accounts:disable.done', { account }))
            },
          }),
      },
      {
        key: 'handOver',
        label: t('accounts:action.handOver'),
        disabledReason: (account) =>
          account.role.id === 0
            ? t('accounts:reason.superAdmin')
            : account.isDisabled || account.mustChangePassword || account.isExternal
              ? t('accounts:reason.notSettled')
              : undefined,
        run: ({ id }) => panel.open(`${id}/hand-over`),
      },
      {
        key: 'delete',
        label: t('accounts:action.delete'),
        isDangerous: true,
        disabledReason: isSuper,
        run: ({ id, account }) =>
          void confirmDelete({
            title: t('accounts:delete.title', { account }),
            text: t('accounts:delete.text'),
            action: t('accounts:delete.button'),
            ends: [id],
            run: async () => {
              await callAndRefresh(deleteAccount, { params: { id } })
              panel.close()
              toast.done(t('accounts:delete.done', { account }))
            },
          }),
      },
    ]
  }, [t, toast, ask, confirmDelete, panel, handOut])
}
