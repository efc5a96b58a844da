import { groupPanels, groupsLoader, GroupsPage } from './groups-page.tsx'

export const loader = groupsLoader('blacklisted')
export const children = groupPanels('blacklisted')

export function Component() {
  return <GroupsPage kind="blacklisted" />
}
