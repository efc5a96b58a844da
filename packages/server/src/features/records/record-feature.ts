import type { Feature } from '../../feature.ts'
import { captureJobs } from './capture-jobs.ts'
import { deleteRecordsQueued, recordJobs } from './record-jobs.ts'
import { mountRecognition } from './record-routes.ts'

export const recordsFeature: Feature = {
  name: 'records',
  mount(app, parts) {
    mountRecognition(app, parts.strangers)
  },
  jobs: ({ services }) => [...recordJobs(services), ...captureJobs(services)],
  queued: ({ services }) => [deleteRecordsQueued(services)],
}
