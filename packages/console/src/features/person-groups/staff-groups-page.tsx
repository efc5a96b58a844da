import { groupPanels, groupsLoader, GroupsPage } from './groups-page.tsx'

export const loader = groupsLoader('staff')
export const children = groupPanels('staff')

export function Component() {
  return <GroupsPage kind="staff" />
}
