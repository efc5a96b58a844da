import type { Feature } from '../../feature.ts'
import { alarmJobs } from './alarm-jobs.ts'
import { mountAlarms } from './alarm-routes.ts'

export const alarmsFeature: Feature = {
  name: 'alarms',
  mount(app, parts) {
    mountAlarms(app, parts.hints)
  },
  jobs: ({ services }) => alarmJobs(services),
}
