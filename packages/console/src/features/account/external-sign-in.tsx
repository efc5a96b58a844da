import { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'

const providerQuery = queryOptions({
  ...queryOf(getAuthorizeStatus),
  select: ({ openid }) => openid ?? '',
  staleTime: Infinity,
})

/** In the place of password and second factor, for who signs in at the OpenID provider: both are managed there. */
export function ExternalSignIn() {
  const t = useText()
  const { data } = useQuery(providerQuery)
  return (
    <section className="detail-section">
      <h2>{t('accounts:external.title')}</h2>
      <p>{t('accounts:external.text', { provider: data || t('accounts:external.provider') })}</p>
    </section>
  )
}
