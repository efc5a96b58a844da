import type { MatrixCell, MatrixChange } from '@gatehouse/contract/features/policies/matrix.ts'

/** The paint of a cell: `always`, `none`, or the id of a timetable. */
export type Paint = MatrixChange['becomes']
export type Access = MatrixChange['was']
/** The changes that are not saved, by the key of their cell, with the cell as it was when it was painted first. */
export type Draft = ReadonlyMap<string, MatrixChange>
export type Cells = ReadonlyMap<string, Access>

type Pair = { groupId: string; deviceId: string }

export const cellKey = ({ groupId, deviceId }: Pair) => `${groupId} ${deviceId}`

export const noAccess: Access = { isBound: false, timetableIds: [] }

export const cellsOf = (cells: readonly MatrixCell[]): Cells =>
  new Map(cells.map((cell) => [cellKey(cell), { isBound: cell.isBound, timetableIds: cell.timetableIds }]))

/** The access that a paint makes. */
export const accessOf = (paint: Paint): Access =>
  paint === 'none' ? noAccess : { isBound: true, timetableIds: paint === 'always' ? [] : [paint] }

const isSame = (a: Access, b: Access) =>
  a.isBound === b.isBound && a.timetableIds.toSorted().join() === b.timetableIds.toSorted().join()

/** The draft with these cells painted; a cell that gets back what it is saved with is no change any longer. */
export function paintCells(draft: Draft, cells: Cells, pairs: readonly Pair[], becomes: Paint): Draft {
  const next = new Map(draft)
  for (const { groupId, deviceId } of pairs) {
    const key = cellKey({ groupId, deviceId })
    const was = draft.get(key)?.was ?? cells.get(key) ?? noAccess
    if (isSame(was, accessOf(becomes))) next.delete(key)
    else next.set(key, { groupId, deviceId, was, becomes })
  }
  return next
}

const isSameDraft = (a: Draft, b: Draft) =>
  a.size === b.size && [...a].every(([key, { becomes }]) => b.get(key)?.becomes === becomes)

/** The drafts without the last one, and without those before it that look the same: a step back is seen. */
export function stepBack(drafts: readonly Draft[]): readonly Draft[] {
  const last = drafts.at(-1)
  if (!last) return drafts
  const before = drafts.findLastIndex((draft) => !isSameDraft(draft, last))
  return drafts.slice(0, before + 1)
}

/** The access of a cell as it is drawn: as painted, else as saved. */
export function shownAccess(draft: Draft, cells: Cells, pair: Pair): Access {
  const change = draft.get(cellKey(pair))
  return change ? accessOf(change.becomes) : (cells.get(cellKey(pair)) ?? noAccess)
}

/** The changes that others have not overtaken: of the rest the cell has been changed by somebody else meanwhile. */
export const withoutOvertaken = (draft: Draft, cells: Cells): Draft =>
  new Map([...draft].filter(([key, { was }]) => isSame(was, cells.get(key) ?? noAccess)))

/** A painted timetable with devices at which the same groups change: what these have there now says nothing. */
type PaintedFit = {
  key: string
  timetableId: string
  deviceIds: string[]
  groupIds: string[]
  /** Another group is painted to pass there at any time. */
  opensToSome: boolean
}

/** The painted timetables, each as often as other groups change beside it: a group that is painted at one device may have no timetable at another. */
export function paintedFits(changes: readonly MatrixChange[]): PaintedFit[] {
  const atDevice = Map.groupBy(changes, ({ deviceId }) => deviceId)
  const fits = new Map<string, PaintedFit>()
  for (const { deviceId, becomes } of changes) {
    if (becomes === 'always' || becomes === 'none') continue
    const own = atDevice.get(deviceId) ?? []
    const groupIds = [...new Set(own.map(({ groupId }) => groupId))].toSorted()
    const opensToSome = own.some((change) => change.becomes === 'always')
    const key = [becomes, opensToSome, ...groupIds].join(' ')
    const before = fits.get(key) ?? { key, timetableId: becomes, deviceIds: [], groupIds, opensToSome }
    fits.set(key, { ...before, deviceIds: [...new Set([...before.deviceIds, deviceId])].toSorted() })
  }
  return [...fits.values()]
}
