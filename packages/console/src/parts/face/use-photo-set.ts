import { maxPortraits } from '@gatehouse/contract/features/people/several-portraits.ts'
import type { PortraitVerdict } from '@gatehouse/contract/features/portraits.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { whenFree } from '../../api/when-free.ts'
import { previewOf, shrinkPicture } from './shrink-picture.ts'

/** The picture as it was chosen, of which another part can be taken. */
type Original = { picture: Blob; isWhole: boolean }

type Judgement =
  | { state: 'waiting'; preview: string | null }
  /** `isPutOff`: the server is busy, and the photograph is sent again by itself. */
  | { state: 'checking'; preview: string | null; isPutOff: boolean }
  | { state: 'good'; preview: string | null; verdict: PortraitVerdict }
  /** `id`: of one that was found good at first, and refused when all were sent. */
  | { state: 'bad'; preview: string | null; error: unknown; id?: string }

/** One photograph of a submission, with what the server makes of it. */
export type Photo = Judgement & { key: number; original: Original }

/** Gives the verdict of a photograph beside those that were found good before, or throws. */
export type UploadPhoto = (file: Blob, beside: readonly string[]) => Promise<PortraitVerdict>

export type PhotoSet = {
  photos: readonly Photo[]
  /** The photographs that are good, the first one first; null while some are being checked. */
  ids: readonly string[] | null
  /** The number of pictures of the latest choice that found no room. */
  surplus: number
  /** As many as there is room for; those that were refused make room. */
  add: (files: readonly Blob[]) => void
  /** Takes another part of a photograph. */
  replace: (key: number, part: Blob) => void
  remove: (key: number) => void
  /** The server found these to be of somebody else when all were sent. */
  refuse: (ids: readonly string[], error: unknown) => void
}

/**
 * Several photographs of one person, checked one after the other: a phone holds one large picture in memory at a time, and each is compared
 * with those before it.
 */
export function usePhotoSet(upload: UploadPhoto, most = maxPortraits): PhotoSet {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [surplus, setSurplus] = useState(0)
  const now = useRef(photos)
  const run = useRef<Promise<void>>(Promise.resolve())
  const count = useRef(0)
  const latestUpload = useRef(upload)
  useEffect(() => {
    latestUpload.current = upload
  })
  // The previews keep whole pictures in memory until they are released.
  useEffect(
    () => () => {
      now.current.forEach(release)
      // The others are waited for no longer: none is sent, and none that was put off is sent again.
      now.current = []
    },
    [],
  )

  const change = useCallback((next: readonly Photo[]) => {
    for (const photo of now.current) if (!next.some(({ preview }) => preview === photo.preview)) release(photo)
    now.current = next
    setPhotos(next)
  }, [])

  const judge = useCallback(
    async ({ key, original }: Photo, file: Blob) => {
      /** Undefined once it was removed, or another part of it was taken. */
      const own = () => now.current.find((photo) => photo.key === key && photo.original === original)
      const put = (judgement: Judgement) =>
        change(now.current.map((photo) => (photo === own() ? { key, original, ...judgement } : photo)))
      if (!own()) return
      put({ state: 'checking', preview: null, isPutOff: false })
      let preview: string | null = null
      try {
        const small = await shrinkPicture(file)
        if (!own()) return
        preview = previewOf(small)
        put({ state: 'checking', preview, isPutOff: false })
        const verdict = await whenFree(() => latestUpload.current(small, goodOf(now.current)), {
          onBusy: () => put({ state: 'checking', preview, isPutOff: true }),
          isOver: () => !own(),
        })
        put({ state: 'good', preview, verdict })
      } catch (error) {
        put({ state: 'bad', preview, error })
      }
    },
    [change],
  )

  const enqueue = useCallback(
    (photo: Photo, file: Blob) => {
      run.current = run.current.then(() => judge(photo, file))
    },
    [judge],
  )

  const add = useCallback(
    (files: readonly Blob[]) => {
      const kept = now.current.filter(({ state }) => state !== 'bad')
      const taken = files.slice(0, most - kept.length)
      setSurplus(files.length - taken.length)
      const added = taken.map((picture): Photo => {
        const original = { picture, isWhole: true }
        return { key: ++count.current, original, state: 'waiting', preview: null }
      })
      change([...kept, ...added])
      for (const photo of added) enqueue(photo, photo.original.picture)
    },
    [most, change, enqueue],
  )

  const replace = useCallback(
    (key: number, part: Blob) => {
      const before = now.current.find((photo) => photo.key === key)
      if (!before) return
      const original = { picture: before.original.picture, isWhole: false }
      const photo: Photo = { key, original, state: 'waiting', preview: null }
      change(now.current.map((one) => (one === before ? photo : one)))
      enqueue(photo, part)
    },
    [change, enqueue],
  )

  const remove = useCallback(
    (key: number) => {
      setSurplus(0)
      change(now.current.filter((photo) => photo.key !== key))
    },
    [change],
  )

  const refuse = useCallback(
    (ids: readonly string[], error: unknown) =>
      change(
        now.current.map((photo) =>
          photo.state === 'good' && ids.includes(photo.verdict.id)
            ? {
                key: photo.key,
                original: photo.original,
                state: 'bad',
                preview: photo.preview,
                error,
                id: photo.verdict.id,
              }
            : photo,
        ),
      ),
    [change],
  )

  return useMemo(() => {
    const isBusy = photos.some(({ state }) => state === 'waiting' || state === 'checking')
    return { photos, ids: isBusy ? null : goodOf(photos), surplus, add, replace, remove, refuse }
  }, [photos, surplus, add, replace, remove, refuse])
}

const goodOf = (photos: readonly Photo[]): string[] =>
  photos.flatMap((photo) => (photo.state === 'good' ? [photo.verdict.id] : []))

function release({ preview }: Photo) {
  if (preview !== null) URL.revokeObjectURL(preview)
}

/** The query of an upload beside the photographs that came before. */
export const besideOf = (ids: readonly string[]): { beside?: string } =>
  ids.length > 0 ? { beside: ids.join(',') } : {}
