import type { Feature } from '../../feature.ts'
import { storageJobs } from './storage-jobs.ts'
import { mountStorage } from './storage-routes.ts'

export const storageFeature: Feature = {
  name: 'storage',
  mount(app, parts) {
    mountStorage(app, parts.measureDisk)
  },
  jobs: ({ services, measureDisk, isHere }) => storageJobs({ ...services, measureDisk, isHere }),
}
