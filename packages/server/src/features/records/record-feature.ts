import type { Feature } from '../../feature.ts'
import { captureJobs } from './capture-jobs.ts'
import { deleteRecordsQueued, recordJobs } from './record-jobs.ts'
import { mountRecordLink } from './link/record-link-routes.ts'
import { mountRecognition } from './record-routes.ts'

export const recordsFeature: Feature = {
  name: 'records',
  mount(app, parts) {
    mountRecognition(app, parts.strangers)
  },
  mountDevice: mountRecordLink,
  jobs: ({ services }) => [...recordJobs(services), ...captureJobs(services)],
  queued: ({ services }) => [deleteRecordsQueued(services)],
}
