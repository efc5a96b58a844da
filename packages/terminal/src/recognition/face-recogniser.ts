import { boxWidth } from '@gatehouse/face/core/box.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import type { RecogniserSource } from '@gatehouse/face/core/recogniser-spec.ts'
import type { FacePool } from '@gatehouse/face/node/face-pool.ts'
import { type OtherRecognisers, placeOf, type Recogniser } from './recogniser.ts'

type Looks = Pick<FacePool, 'analyse'>
type Pool = Pick<FacePool, 'analyse' | 'tryRecogniser'>

/** The place in which a terminal keeps the files of other recognisers. */
export type RecogniserFiles = {
  /** The path of the file, which is there from then on. */
  keep(modelId: string, model: Uint8Array): Promise<string>
  /** Null: it is not here. */
  find(modelId: string): Promise<string | null>
}

/** The largest file that a terminal fetches in one piece. */
const maxBytes = 60_000_000

/** The real face engine on its pool of threads, which the caller closes. */
export const createFaceRecogniser = (pool: Looks): Recogniser => recogniserOf(pool, undefined)

/** The same, which can change over to another one. */
export const createChangingRecogniser = (pool: Pool, files: RecogniserFiles): Recogniser =>
  recogniserOf(pool, undefined, othersOf(pool, files))

const othersOf = (pool: Pool, files: RecogniserFiles): OtherRecognisers => ({
  maxBytes,
  async take(spec, model) {
    const source = { spec, model: await files.keep(spec.modelId, model) }
    await pool.tryRecogniser(source)
    return recogniserOf(pool, source)
  },
  async reopen(spec) {
    const model = await files.find(spec.modelId)
    if (model === null) return null
    await pool.tryRecogniser({ spec, model })
    return recogniserOf(pool, { spec, model })
  },
})

function recogniserOf(pool: Looks, source: RecogniserSource | undefined, others?: OtherRecognisers): Recogniser {
  return {
    modelId: source?.spec.modelId ?? faceModelId,
    ...(others && { others }),
    async look(picture, { checksLiveness }) {
      const { main, ...size } = await pool.analyse(picture, { liveness: checksLiveness, eyes: false }, source)
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
