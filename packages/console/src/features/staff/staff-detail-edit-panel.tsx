import { useSearchParams } from 'react-router'
import { usePanelAddress } from '../../ui/list/list-panel-address.ts'
import { StaffEdit } from './staff-edit-panel.tsx'

/** `/manmgt/staff/detail/edit?id=…`, beside the person's page. */
export function StaffDetailEditPanel() {
  const [params] = useSearchParams()
  const panel = usePanelAddress('/manmgt/staff/detail')
  return <StaffEdit id={params.get('id') ?? ''} onClose={panel.close} />
}
