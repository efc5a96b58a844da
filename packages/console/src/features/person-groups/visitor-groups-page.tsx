import { groupPanels, groupsLoader, GroupsPage } from './groups-page.tsx'

export const loader = groupsLoader('visitor')
export const children = groupPanels('visitor')

export function Component() {
  return <GroupsPage kind="visitor" />
}
