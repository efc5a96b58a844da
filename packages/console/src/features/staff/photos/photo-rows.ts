import { alikeFace, portraitCheck } from '@gatehouse/contract/features/portraits.ts'
import { z } from 'zod'
import { keepUnsavedWork, unsavedWork } from '../../../lib/unsaved-work.ts'

const personRef = z.object({ id: z.string(), name: z.string() })
const portraitId = z.string()

const photoState = z.discriminatedUnion('is', [
  z.object({ is: z.literal('waiting') }),
  /** `isPutOff`: the server is busy, and the photograph is sent again by itself. */
  z.object({ is: z.literal('checking'), isPutOff: z.boolean().optional() }),
  /** The face will do; it is saved with the next press. `problem`: it was pressed and refused. */
  z.object({ is: z.literal('ready'), portraitId, problem: z.string().optional() }),
  /** The face belongs to somebody already. */
  z.object({ is: z.literal('alike'), portraitId, alike: z.array(alikeFace) }),
  z.object({ is: z.literal('saving'), portraitId }),
  z.object({ is: z.literal('saved'), portraitId, person: personRef, isUpdate: z.boolean() }),
  z.object({ is: z.literal('refused'), why: z.string(), checks: z.array(portraitCheck) }),
  /** Nothing came back; the same photograph can be sent again. */
  z.object({ is: z.literal('broken'), why: z.string() }),
  /** The page was loaded again before the photograph had been sent: only its name is left. */
  z.object({ is: z.literal('lost') }),
])
export type PhotoState = z.output<typeof photoState>

const keptRow = z.object({
  key: z.string(),
  fileName: z.string(),
  name: z.string(),
  number: z.string(),
  /** The person who has this number already. */
  existing: personRef.nullable(),
  state: photoState,
})
export type PhotoRow = z.output<typeof keptRow> & { file: File | null }

/** Photographs in the table at once: each is checked by the face engine and read by somebody. */
export const maxPhotos = 100
export const checksAtOnce = 3
export const savesAtOnce = 2

export const isSaved = ({ state }: PhotoRow) => state.is === 'saved'
/** The button saves a face that will do, with a name or of somebody who is there already. */
export const isSavable = ({ state, name, existing }: PhotoRow) =>
  state.is === 'ready' && (existing !== null || name.trim() !== '')
export const isBusy = ({ state }: PhotoRow) => ['waiting', 'checking', 'saving'].includes(state.is)

const ofRows = 'staffPhotographs'

/** A tab keeps its rows over a reload; the photographs themselves are gone where they had not been sent. */
export const keepRows = (accountId: string, rows: readonly PhotoRow[]) =>
  keepUnsavedWork(
    ofRows,
    accountId,
    rows.length === 0 ? null : JSON.stringify(rows.map((row) => ({ ...row, file: undefined }))),
  )

export function keptRows(accountId: string): PhotoRow[] {
  const text = unsavedWork(ofRows, accountId)
  if (text === null) return []
  const { data } = z.array(keptRow).safeParse(readJson(text))
  return (data ?? []).map((row) => ({ ...row, file: null, state: afterReload(row.state) }))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function afterReload(state: PhotoState): PhotoState {
  if (state.is === 'waiting' || state.is === 'checking' || state.is === 'broken') return { is: 'lost' }
  // whether it arrived is not known; saving it once more finds the face that is there
  if (state.is === 'saving') return { is: 'ready', portraitId: state.portraitId }
  return state
}
