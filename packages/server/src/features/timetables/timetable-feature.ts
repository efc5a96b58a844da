import type { Feature } from '../../feature.ts'
import { mountTimetables } from './timetable-routes.ts'

export const timetablesFeature: Feature = {
  name: 'timetables',
  mount(app) {
    mountTimetables(app)
  },
}
