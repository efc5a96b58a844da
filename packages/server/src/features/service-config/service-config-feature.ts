import type { Feature } from '../../feature.ts'
import { serviceConfigJobs } from './service-config-jobs.ts'
import { mountServiceConfig } from './service-config-routes.ts'

export const serviceConfigFeature: Feature = {
  name: 'service-config',
  mount(app, parts) {
    mountServiceConfig(app, parts)
  },
  jobs: ({ services, clock }) => serviceConfigJobs(services, clock),
  onHint({ what }, { clock, makes }) {
    if (what === 'clock') return clock.refresh()
    return what === 'makes' ? makes.refresh() : undefined
  },
  reload: ({ clock, makes }) => Promise.all([clock.refresh(), makes.refresh()]),
}
