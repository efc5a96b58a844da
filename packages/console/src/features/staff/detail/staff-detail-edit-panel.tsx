import { pathTo } from '@gatehouse/contract/paths.ts'
import { useSearchParams } from 'react-router'
import { usePanelRoute } from '../../../ui/list/list-panel-route.ts'
import { StaffEdit } from '../staff-edit-panel.tsx'

/** `/manmgt/staff/detail/edit?id=…`, next to the person's page. */
export function StaffDetailEditPanel() {
  const [params] = useSearchParams()
  const panel = usePanelRoute(pathTo('staffDetail'))
  return <StaffEdit id={params.get('id') ?? ''} onClose={panel.close} />
}
