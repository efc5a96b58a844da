import type { Feature } from '../../feature.ts'
import { alarmJobs } from './alarm-jobs.ts'
import { mountAlarms } from './alarm-routes.ts'
import { mountAlarmLink } from './link/alarm-link-routes.ts'

export const alarmsFeature: Feature = {
  name: 'alarms',
  mount(app, parts) {
    mountAlarms(app, parts.hints)
  },
  mountDevice(app, { liveUpdates, recordAlarms }) {
    mountAlarmLink(app, liveUpdates)
    app.fastify.addHook('onClose', () => recordAlarms.close())
  },
  jobs: ({ services }) => alarmJobs(services),
}
