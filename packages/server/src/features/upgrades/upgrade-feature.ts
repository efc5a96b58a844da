import { join } from 'node:path'
import type { Feature } from '../../feature.ts'
import { mountUpgradeLink } from './link/upgrade-link-routes.ts'
import { upgradeJobs } from './upgrade-jobs.ts'
import { mountUpgrades } from './upgrade-routes.ts'

export const upgradesFeature: Feature = {
  name: 'upgrades',
  mount(app, parts) {
    mountUpgrades(app, parts.config.PACKAGE_KEYS ?? join(parts.config.GATEHOUSE_DATA, 'package-keys'), parts.makes)
  },
  mountDevice(app, { liveUpdates, packages }) {
    mountUpgradeLink(app, liveUpdates, packages)
  },
  jobs: ({ services }) => upgradeJobs(services),
}
