import type { Feature } from '../../feature.ts'
import { mountLiveBoard } from './live-board-routes.ts'

export const liveBoardFeature: Feature = {
  name: 'live-board',
  mount(app, { hints }) {
    mountLiveBoard(app, hints)
  },
}
