import { getAuthorizeStatus } from '@gatehouse/contract/features/licence.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'

const providerQuery = queryOptions({
  queryKey: ['openid-provider'],
  queryFn: async ({ signal }) => (await call(getAuthorizeStatus, {}, { signal })).openid ?? '',
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
