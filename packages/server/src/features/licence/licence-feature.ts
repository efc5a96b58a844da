import type { Feature } from '../../feature.ts'
import { licenceJobs } from './licence-jobs.ts'
import { mountLicence } from './licence-routes.ts'

export const licenceFeature: Feature = {
  name: 'licence',
  mount(app, parts) {
    mountLicence(app, parts.licence, parts.publicKey, parts.openId?.label)
  },
  jobs: ({ services, licence }) => licenceJobs(services, licence),
  onHint: ({ what }, { licence }) => (what === 'licence' ? licence.refresh() : undefined),
  reload: ({ licence }) => licence.refresh(),
}
