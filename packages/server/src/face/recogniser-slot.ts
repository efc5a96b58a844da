import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { recogniserManifest } from '@gatehouse/contract/device/recogniser.ts'
import { faceModelId } from '@gatehouse/face/core/face-models.ts'
import { noteRecogniser, type RecogniserSource, type RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import type { Db } from '../db/open-database.ts'
import { type RecogniserRow, selectRecognisers, selectRecogniserState } from './recogniser-store.ts'

/** The folder of the files that the operator has put in. */
export const recognisersFolder = (dataFolder: string): string => join(dataFolder, 'recognisers')
export const recogniserFile = (dataFolder: string, modelId: string): string =>
  join(recognisersFolder(dataFolder), `${modelId}.onnx`)

/** The recogniser in use is not on this machine. */
export class RecogniserMissingError extends Error {
  override readonly name = 'RecogniserMissingError'
}

/** The recognisers of this process (ADR 0078). */
export type RecogniserSlot = {
  /** The model of new portraits and looks. */
  readonly modelId: string
  /** The recogniser in use; undefined: the built-in one. */
  current(): RecogniserSource | undefined
  /** The file of a model that was put in; undefined for the built-in one. @throws RecogniserMissingError */
  sourceOf(modelId: string): Promise<RecogniserSource | undefined>
  /** Whether this installation can make embeddings of this model. */
  knows(modelId: string): boolean
  /** Reads again what is in use. @throws RecogniserMissingError when its file is not on this machine; the one before stays in use */
  refresh(): Promise<void>
}

/** The built-in one, until `refresh`. */
export function createRecogniserSlot(db: Db, dataFolder: string): RecogniserSlot {
  let inUse: RecogniserSource | undefined
  let specs = new Map<string, RecogniserSpec>()

  async function sourceOf(modelId: string): Promise<RecogniserSource | undefined> {
    if (modelId === faceModelId) return undefined
    const model = recogniserFile(dataFolder, modelId)
    const spec = specs.get(modelId)
    const isHere = await access(model).then(
      () => true,
      () => false,
    )
    if (!spec || !isHere)
      throw new RecogniserMissingError(
        `The recogniser ${modelId} is not in ${recognisersFolder(dataFolder)}: put it in there with "gatehouse recogniser add --folder FOLDER".`,
      )
    return { spec, model }
  }

  return {
    get modelId() {
      return inUse?.spec.modelId ?? faceModelId
    },
    current: () => inUse,
    sourceOf,
    knows: (modelId) => modelId === faceModelId || specs.has(modelId),
    async refresh() {
      const state = await selectRecogniserState(db)
      const rows = await selectRecognisers(db)
      specs = new Map(rows.map((row) => [row.model_id, specOf(row)]))
      for (const spec of specs.values()) noteRecogniser(spec)
      inUse = await sourceOf(state.in_use ?? faceModelId)
    },
  }
}

/** The manifest of a row. */
export const manifestOf = ({ spec }: Pick<RecogniserRow, 'spec'>) => recogniserManifest.parse(spec)

export function specOf(row: Pick<RecogniserRow, 'spec' | 'model_id'>): RecogniserSpec {
  const { sha256, input, alignment, dimension, thresholds } = manifestOf(row)
  return { modelId: row.model_id, sha256, input, alignment, dimension, thresholds }
}
