import type { ZkDevice } from './zkteco-store.ts'

/** Models of which it is known that they carry out every command of one answer. A controller of the C3 series drops members. */
const models: readonly { model: RegExp; commands: number }[] = [{ model: /^SpeedFace-V[45]L/i, commands: 20 }]

/** A model that dropped members this often gets one command at a time for good. */
const maxDropped = 2

/** The commands that one answer to a poll may hold: one, unless the model is known to take more. */
export const batchSizeOf = ({ model, dropped_batches: dropped }: Pick<ZkDevice, 'model' | 'dropped_batches'>): number =>
  dropped >= maxDropped ? 1 : (models.find((one) => one.model.test(model ?? ''))?.commands ?? 1)

/** Bytes of one answer with several commands: below the 900 KB that the documents allow, also in Chinese. */
export const maxAnswerBytes = 400_000
