import { markAsSteward, musterStates, openStewardList } from '@gatehouse/contract/features/muster.ts'
import { z } from 'zod'
import { instantMs } from '../../../lib/clock.ts'
import { sha256 } from '../../../lib/sha256.ts'

const list = openStewardList.response
export type StewardList = z.output<typeof list>
export type StewardPerson = StewardList['people'][number]

const mark = markAsSteward.body.shape.marks.element
export type StewardMark = z.output<typeof mark>

/** A mark that does not count, because another one does: `name` and `state` as the steward saw them. */
const conflict = z.object({
  id: z.string(),
  name: z.string().nullable(),
  state: z.enum(musterStates),
  at: z.string(),
  /** The state that counts instead; null: the person is no longer on the list. */
  counts: z.enum(musterStates).nullable(),
})
export type StewardConflict = z.output<typeof conflict>
const conflicts = z.array(conflict)

const prefix = 'steward.'
/** No link lives longer: what is older belongs to a muster that is over, whether or not this phone has heard of it. */
const maxAgeMs = 72 * 60 * 60_000

/**
 * A phone keeps this of one link: the list, faces, and the marks that the server has not confirmed yet. The token is not among it, the
 * keys have a part of its hash. Each mark has a key of its own, so that two tabs never write over each other.
 */
export function createStewardStorage(token: string, storage: Storage) {
  const own = `${prefix}${hashOf(token)}.`
  const markKey = (id: string) => `${own}mark.${id}`
  /** The marks that the browser refused to keep; they live as long as the page. */
  const unkept = new Map<string, StewardMark>()

  const keep = (key: string, value: unknown): boolean => {
    try {
      storage.setItem(key, JSON.stringify(value))
      return true
    } catch {
      return false
    }
  }
  const dropFaces = () => {
    for (const key of keysOf(storage, `${own}face.`)) storage.removeItem(key)
  }
  /** Faces make room for what matters more. */
  const keepSurely = (key: string, value: unknown): boolean => {
    if (keep(key, value)) return true
    dropFaces()
    return keep(key, value)
  }

  return {
    readList: () => read(storage, `${own}list`, list),
    keepList: (next: StewardList) => keepSurely(`${own}list`, next),

    /** The earliest first. */
    readMarks: (): StewardMark[] =>
      [...keysOf(storage, `${own}mark.`).map((key) => read(storage, key, mark)), ...unkept.values()]
        .filter((one) => one !== undefined)
        .toSorted((a, b) => instantMs(a.at) - instantMs(b.at)),
    /** False: it is lost when the page is closed before it was sent. */
    keepMark: (next: StewardMark): boolean => {
      const isKept = keepSurely(markKey(next.id), next)
      if (!isKept) unkept.set(next.id, next)
      return isKept
    },
    dropMark: (id: string) => {
      unkept.delete(id)
      storage.removeItem(markKey(id))
    },

    readConflicts: () => read(storage, `${own}conflicts`, conflicts) ?? [],
    keepConflicts: (next: readonly StewardConflict[]) => keepSurely(`${own}conflicts`, next),

    readFaces: () =>
      new Map(
        keysOf(storage, `${own}face.`).flatMap((key) => {
          const jpeg = read(storage, key, z.string())
          return jpeg === undefined ? [] : [[key.slice(`${own}face.`.length), jpeg] as const]
        }),
      ),
    keepFace: (personId: string, jpeg: string) => keep(`${own}face.${personId}`, jpeg),

    /** Nothing of the link stays. */
    wipe: () => {
      unkept.clear()
      for (const key of keysOf(storage, own)) storage.removeItem(key)
    },
  }
}
export type StewardStorage = ReturnType<typeof createStewardStorage>

/** Wipes the lists whose muster must be over, also those of links that nobody opens again. */
export function wipeOldLists(storage: Storage, nowMs: number) {
  for (const key of keysOf(storage, prefix)) {
    if (!key.endsWith('.list')) continue
    const kept = read(storage, key, list)
    if (kept && nowMs - instantMs(kept.serverTime) < maxAgeMs) continue
    for (const one of keysOf(storage, key.slice(0, -'list'.length))) storage.removeItem(one)
  }
}

const hashOf = (token: string) => {
  const bytes = sha256(new TextEncoder().encode(token)).slice(0, 8)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const keysOf = (storage: Storage, start: string): string[] =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) => key.startsWith(start))

/** Undefined where nothing is kept, or something that this release does not understand. */
function read<T extends z.ZodType>(storage: Storage, key: string, schema: T): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(storage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}
