import { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { SettingsSection } from '../../ui/page/settings-section.tsx'

const providerQuery = queryOptions({
  ...queryOf(getAuthorizeStatus),
  select: ({ openid }) => openid ?? '',
  staleTime: Infinity,
})

/** Replaces password and second factor for people who sign in at the OpenID provider, where both are managed. */
export function ExternalSignIn() {
  const t = useText()
  const { data } = useQuery(providerQuery)
  return (
    <SettingsSection title={t('accounts:external.title')}>
      <p>{t('accounts:external.text', { provider: data || t('accounts:external.provider') })}</p>
    </SettingsSection>
  )
}
