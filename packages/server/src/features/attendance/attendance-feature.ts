import type { Feature } from '../../feature.ts'
import { attendanceJobs } from './attendance-jobs.ts'
import { mountAttendance } from './attendance-routes.ts'
import { startRecomputeWorker } from './days/process-recompute-queue.ts'

export const attendanceFeature: Feature = {
  name: 'attendance',
  mount(app) {
    mountAttendance(app)
  },
  jobs: ({ services }) => attendanceJobs(services),
  works: ({ services, room }) => ({ name: 'attendance', stop: startRecomputeWorker(services, room).stop }),
}
