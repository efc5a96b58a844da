import { type Account, endAccountSessions } from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useParams } from 'react-router'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { DetailList } from '../../ui/detail/detail-list.tsx'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { DetailSkeleton } from '../../ui/detail/detail-skeleton.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { labelOf } from '../../ui/list/list-column.ts'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { AccountState, secondFactorText } from './account-columns.tsx'
import { accountDetail, accountSessions } from './account-queries.ts'
import { SessionList } from './session-list.tsx'
import { useAccountActions } from './use-account-actions.tsx'
import './accounts.css'

/** One account: its data, its actions, and its sessions. */
export function AccountPanel() {
  const t = useText()
  const { accountId = '' } = useParams()
  const { data, error, refetch } = useQuery(accountDetail(accountId))
  const panel = usePanelRoute(pathTo('account'))
  return (
    <DetailPanel title={data?.account ?? t('accounts:title')} onClose={panel.close}>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <AccountBody account={data} />
      ) : (
        <DetailSkeleton lines={8} />
      )}
    </DetailPanel>
  )
}

function AccountBody({ account }: { account: Account }) {
  const t = useText()
  const actions = useAccountActions()
  const sessions = useQuery(accountSessions(account.id))
  return (
    <>
      <DetailList
        items={[
          { label: t('accounts:column.name'), value: account.name },
          { label: t('accounts:column.role'), value: t(`frame:role.${account.role.name}`) },
          { label: t('accounts:column.email'), value: account.email },
          { label: t('accounts:column.state'), value: <AccountState account={account} t={t} /> },
          {
            label: t('accounts:column.secondFactor'),
            value: secondFactorText(account, t),
          },
          {
            label: t('accounts:column.lastLoginAt'),
            value: account.lastLoginAt ? companyTime(account.lastLoginAt) : t('accounts:never'),
          },
          { label: t('accounts:column.createdAt'), value: companyTime(account.createdAt) },
        ]}
      />
      {account.isExternal && <p>{t('accounts:reason.external')}</p>}
      {account.role.id === 0 ? (
        <p>{t('accounts:reason.superAdmin')}</p>
      ) : (
        <div className="account-actions">
          {actions
            .filter((action) => action.disabledReason?.(account) === undefined)
            .map((action) => (
              <Button key={action.key} danger={action.isDangerous ?? false} onClick={() => action.run(account)}>
                {labelOf(action, account)}
              </Button>
            ))}
        </div>
      )}
      <section className="detail-section">
        <h2>{t('accounts:session.title')}</h2>
        <SessionList
          query={sessions}
          onEnd={(sessionId) => call(endAccountSessions, { params: { id: account.id }, body: { sessionId } })}
        />
      </section>
    </>
  )
}
