import { useText } from '../../i18n/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { FirstSteps } from './first-steps.tsx'

/** The console's first page. */
export function Component() {
  const t = useText()
  const user = useUser()
  return (
    <>
      <PageHeader title={t('dashboard:hello', { name: user?.name ?? '' })} purpose={t('dashboard:purpose')} />
      <FirstSteps />
    </>
  )
}
