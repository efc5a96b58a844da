import type { Account } from '@gatehouse/contract/features/accounts.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import type { ListColumn } from '../../ui/list/list-column.ts'
import { ListLink } from '../../ui/list/list-link.tsx'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

const stateOf = ({ isDisabled, mustChangePassword }: Account) =>
  isDisabled ? 'disabled' : mustChangePassword ? 'initial-password' : 'active'
const meanings = { disabled: 'none', 'initial-password': 'waiting', active: 'good' } as const

export function AccountState({ account, t }: { account: Account; t: Text }) {
  const state = stateOf(account)
  return <StatusMark meaning={meanings[state]}>{t(`accounts:state.${state}`)}</StatusMark>
}

/** An account of the OpenID provider has no second factor here, whatever it has there. */
export const secondFactorText = ({ isExternal, hasSecondFactor }: Account, t: Text): string =>
  isExternal ? t('accounts:atProvider') : t(hasSecondFactor ? 'accounts:on' : 'accounts:off')

export const accountColumns: readonly ListColumn<Account>[] = [
  {
    key: 'account',
    title: (t) => t('accounts:column.account'),
    width: 150,
    cell: ({ id, account }) => <ListLink to={pathTo('account', { below: id })}>{account}</ListLink>,
    csv: ({ account }) => account,
    isFixed: true,
  },
  {
    key: 'name',
    title: (t) => t('accounts:column.name'),
    width: 145,
    cell: ({ name }) => name,
    csv: ({ name }) => name,
    card: 'line',
  },
  {
    key: 'role',
    title: (t) => t('accounts:column.role'),
    width: 130,
    cell: ({ role }, t) => t(`frame:role.${role.name}`),
    csv: ({ role }, t) => t(`frame:role.${role.name}`),
    card: 'line',
  },
  {
    key: 'email',
    title: (t) => t('accounts:column.email'),
    width: 205,
    cell: ({ email }) => email ?? '–',
    csv: ({ email }) => email,
    card: 'line',
  },
  {
    key: 'state',
    title: (t) => t('accounts:column.state'),
    width: 140,
    cell: (account, t) => <AccountState account={account} t={t} />,
    csv: (account, t) => t(`accounts:state.${stateOf(account)}`),
    card: 'beside',
  },
  {
    key: 'secondFactor',
    title: (t) => t('accounts:column.secondFactor'),
    width: 130,
    cell: secondFactorText,
    csv: secondFactorText,
  },
  {
    key: 'lastLoginAt',
    title: (t) => t('accounts:column.lastLoginAt'),
    width: 170,
    cell: ({ lastLoginAt }, t) =>
      lastLoginAt === null ? (
        t('accounts:never')
      ) : (
        <span className="tabular">{companyTime(lastLoginAt, 'minute')}</span>
      ),
    csvTime: ({ lastLoginAt }) => lastLoginAt,
    card: 'line',
  },
  {
    key: 'sessions',
    title: (t) => t('accounts:column.sessions'),
    width: 80,
    cell: ({ sessionCount }) => <span className="tabular">{sessionCount}</span>,
    csv: ({ sessionCount }) => sessionCount,
  },
  {
    key: 'createdAt',
    title: (t) => t('accounts:column.createdAt'),
    width: 170,
    cell: ({ createdAt }) => <span className="tabular">{companyTime(createdAt, 'minute')}</span>,
    csvTime: ({ createdAt }) => createdAt,
    isHidden: true,
  },
]
