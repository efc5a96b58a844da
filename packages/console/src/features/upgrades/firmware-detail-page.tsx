import { PackageDetailPage, packagePanels } from './package-detail-page.tsx'

export const children = packagePanels

export function Component() {
  return <PackageDetailPage kind="firmware" />
}
