import type { WireRecord } from '@gatehouse/contract/device/link.ts'
import { personKindCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { readInstant } from '../../../device-link/device-time.ts'
import { EntryRefused } from '../../../device-link/read-batch.ts'
import { readJpeg } from '../../../device-link/read-jpeg.ts'

/** One record as it is stored; `capture` are the picture's bytes, before they are in the blob store. */
export type RecordRow = {
  id: string
  sequence: number
  recognisedAt: string
  kind: number
  personId: string | null
  entryMode: string
  cosine: number | null
  liveness: number | null
  opened: boolean
  abnormal: string
  /** JSON. */
  reasons: string
  capture: Buffer | null
  captureHash: Buffer | null
  /** An array of PostgreSQL: left, top, right, bottom. */
  faceBox: string | null
  /** JSON: the candidates, by id. */
  candidates: string | null
  /** It names somebody whom the device does not know (`nameNobodyElsewhere`). */
  isElsewhere: boolean
} & DoorOfRecord

/** Which door of a device with several it was, and whether the person went in (1) or out (2) there; null: the device does not tell. */
export type DoorOfRecord = { port: number | null; way: 1 | 2 | null }
export const noDoorTold: DoorOfRecord = { port: null, way: null }

// PostgreSQL keeps neither NUL nor half a surrogate pair; JSON.stringify writes both as an escape.
const unstorable = /\\u(?:0000|d[89a-f])/i

/**
 * Converts a record into a row. Values that a row cannot hold are refused here: a row that fails in the statement would
 * fail the batches of other devices with it. An invalid picture is left out: the record counts without it.
 * @throws EntryRefused
 */
export function toRecordRow(record: WireRecord, doorOf: DoorOfRecord = noDoorTold): RecordRow {
  const refuse = (field: keyof WireRecord, problem: string): never => {
    throw new EntryRefused(field, problem)
  }
  const reasons = JSON.stringify(withCandidates(record))
  if (unstorable.test(reasons)) refuse('reasons', 'not-storable')
  const { faceBox, candidates } = record
  return {
    id: record.id,
    sequence: record.sequence,
    recognisedAt: readInstant(record.recognisedAt) ?? refuse('recognisedAt', 'no-instant'),
    kind: personKindCodes[record.kind],
    personId: record.personId,
    entryMode: record.entryMode,
    cosine: record.cosine,
    liveness: record.liveness,
    opened: record.opened,
    abnormal: record.abnormal,
    reasons,
    capture: record.capture === null ? null : readJpeg(record.capture),
    captureHash: null,
    faceBox: faceBox && `{${faceBox.left},${faceBox.top},${faceBox.right},${faceBox.bottom}}`,
    candidates: candidates.length === 0 ? null : JSON.stringify(candidates),
    isElsewhere: false,
    ...doorOf,
  }
}

/**
 * The chain of reasons with the one that names several people. Terminals leave it to `candidates`: servers that do not
 * know the word would refuse the record.
 */
function withCandidates({ personId, candidates, reasons }: WireRecord): WireRecord['reasons'] {
  if (candidates.length === 0) return reasons
  const others = candidates.map((candidate) => candidate.personId)
  const isNamed = reasons.some(({ code }) => code === 'entries-of-one-face' || code === 'faces-too-alike')
  if (isNamed) return reasons
  if (personId !== null) return [{ code: 'entries-of-one-face', personIds: [personId, ...others] }, ...reasons]
  return [{ code: 'faces-too-alike', personIds: others }, ...reasons.filter(({ code }) => code !== 'face-not-known')]
}
