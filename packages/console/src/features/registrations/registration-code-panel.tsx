import { useText } from '../../i18n/i18n.ts'
import { DetailPanel } from '../../ui/detail/detail-panel.tsx'
import { usePanelRoute } from '../../ui/list/list-panel-route.ts'
import { RegistrationCode } from '../../parts/person/registration-code.tsx'
import { registrationsPath } from './registration-queries.ts'

/** The code by which people register themselves. */
export function RegistrationCodePanel() {
  const t = useText()
  const panel = usePanelRoute(registrationsPath)
  return (
    <DetailPanel title={t('shared:registrationCode.title')} onClose={panel.close}>
      <RegistrationCode />
    </DetailPanel>
  )
}
