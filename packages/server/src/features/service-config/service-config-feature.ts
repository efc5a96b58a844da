import type { Feature } from '../../feature.ts'
import { serviceConfigJobs } from './service-config-jobs.ts'
import { mountServiceConfig } from './service-config-routes.ts'

export const serviceConfigFeature: Feature = {
  name: 'service-config',
  mount(app, parts) {
    mountServiceConfig(app, parts.clock)
  },
  jobs: ({ services, clock }) => serviceConfigJobs(services, clock),
  onHint: ({ what }, { clock }) => (what === 'clock' ? clock.refresh() : undefined),
  reload: ({ clock }) => clock.refresh(),
}
