import type { ApplicationState, ApplicationSummary } from '@gatehouse/contract/features/open-platform.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { StatusMark } from '../../ui/feedback/status-mark.tsx'

const meanings = {
  using: 'good',
  'using-change-pending': 'attention',
  'pending-review': 'waiting',
  failed: 'bad',
} as const satisfies Record<ApplicationState, string>

export const StateMark = ({ state, t }: { state: ApplicationState; t: Text }) => (
  <StatusMark meaning={meanings[state]}>{t(`platform:state.${state}`)}</StatusMark>
)

/** The origins that calls may come from, with the end of the one that a change replaced. */
export const whitelistText = ({ whitelist }: ApplicationSummary, t: Text) =>
  whitelist
    .map(({ entry, validToAt }) =>
      validToAt === null ? entry : t('platform:until', { entry, at: companyTime(validToAt, 'minute') }),
    )
    .join('; ')
