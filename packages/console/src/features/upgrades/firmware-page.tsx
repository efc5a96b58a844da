import { packagesLoader, PackagesPage, packagesPanels } from './packages-page.tsx'

export const loader = packagesLoader('firmware')
export const children = packagesPanels

export function Component() {
  return <PackagesPage kind="firmware" />
}
