import type { Feature } from '../../feature.ts'
import { mountImports } from './import-routes.ts'
import { importJobs } from './import-runner.ts'

export const importsFeature: Feature = {
  name: 'imports',
  mount(app) {
    mountImports(app)
  },
  jobs: ({ services, imports }) => importJobs(services, imports),
  onHint({ what }, { imports }) {
    if (what === 'imports') imports.wake()
  },
  reload: ({ imports }) => imports.wake(),
}
