import { boxWidth } from '@gatehouse/face/core/box.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { FacePool } from '@gatehouse/face/node/face-pool.ts'
import { placeOf, type Recogniser } from './recogniser.ts'

/** The real face engine on its pool of threads, which the caller closes. */
export function createFaceRecogniser(pool: Pick<FacePool, 'analyse'>): Recogniser {
  return {
    modelId: faceModelId,
    async look(picture, { checksLiveness }) {
      const { main, ...size } = await pool.analyse(picture, { liveness: checksLiveness, eyes: false })
      if (!main) return null
      const { box, embedding, liveness } = main
      return { width: boxWidth(box), embedding, liveness, place: placeOf(box, size) }
    },
    async place(picture) {
      const { main, ...size } = await pool.analyse(picture, { liveness: false, eyes: false })
      return main ? placeOf(main.box, size) : null
    },
  }
}
