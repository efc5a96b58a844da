import { duplicateFace, portraitRefusal, uploadPortrait } from '@gatehouse/contract/features/portraits.ts'
import { createStaff, listStaff, updateStaff } from '@gatehouse/contract/features/staff.ts'
import type { Body } from '@gatehouse/contract/route.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError, isCode } from '../../../api/call-error.ts'
import { call } from '../../../api/call.ts'
import { whenFree } from '../../../api/when-free.ts'
import { type Text, useText } from '../../../i18n/i18n.ts'
import { useUser } from '../../../lib/session.ts'
import { shrinkPicture } from '../../../parts/face/shrink-picture.ts'
import { errorText, uploadErrorText } from '../../../ui/feedback/error-text.ts'
import { namedPhoto } from './photo-name.ts'
import {
  checksAtOnce,
  isSavable,
  keepRows,
  keptRows,
  maxPhotos,
  type PhotoRow,
  type PhotoState,
  savesAtOnce,
} from './photo-rows.ts'

const phoneForm = /^\+?\d{11,15}$/
const hasBroken = (error: unknown) => error instanceof CallError && error.message === 'client.request'

/** Without a secure address a browser has no ids of its own. */
const newKey = () => crypto.getRandomValues(new Uint32Array(2)).join('-')

type ForAll = Pick<Body<typeof createStaff>, 'departmentId' | 'consent'>

/** Photographs on their way to being people: a few at a time are checked, and saved when somebody says so. */
export function usePhotoRows() {
  const t = useText()
  const accountId = useUser()?.id ?? ''
  const [rows, setRows] = useState<readonly PhotoRow[]>(() => keptRows(accountId))
  const [saving, setSaving] = useState(false)
  const started = useRef(new Set<string>())
  const isStopped = useRef(false)
  const latest = useRef(rows)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  useEffect(() => {
    latest.current = rows
    keepRows(accountId, rows)
  }, [accountId, rows])

  const change = (key: string, part: Partial<PhotoRow>) =>
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...part } : row)))
  const setState = (key: string, state: PhotoState) => change(key, { state })

  /** Looks up the person who has this number; an answer that comes after the number was changed is dropped. */
  const findExisting = async (key: string, number: string) => {
    const setExisting = (existing: PhotoRow['existing']) =>
      setRows((all) => all.map((row) => (row.key === key && row.number === number ? { ...row, existing } : row)))
    if (number.trim() === '') return setExisting(null)
    const { items } = await call(listStaff, { query: { keyword: number.trim(), size: 20 } })
    const wanted = number.trim().toLowerCase()
    const found = items.find(({ jobId, phone }) => jobId?.toLowerCase() === wanted || phone === wanted)
    setExisting(found ? { id: found.id, name: found.name } : null)
  }

  const check = useEffectEvent(async ({ key, file, number }: PhotoRow) => {
    if (!file) return
    setState(key, { is: 'checking' })
    const waiting = {
      onBusy: () => setState(key, { is: 'checking', isPutOff: true }),
      isOver: () => isLeft.current || !latest.current.some((row) => row.key === key),
    }
    setState(key, await checked(file, waiting, t))
    // without an answer the number is compared when it is saved
    await findExisting(key, number).catch(() => undefined)
  })
  useEffect(() => {
    const running = rows.filter(({ state }) => state.is === 'checking').length
    for (const row of rows.filter(({ state }) => state.is === 'waiting').slice(0, checksAtOnce - running)) {
      if (started.current.has(row.key)) continue
      started.current.add(row.key)
      void check(row)
    }
  }, [rows])

  /** Gives how many were left out. */
  const add = (files: readonly File[]): number => {
    const room = Math.max(0, maxPhotos - rows.length)
    const taken = files.slice(0, room).map((file): PhotoRow => {
      const named = namedPhoto(file.name)
      return { ...named, key: newKey(), file, fileName: file.name, existing: null, state: { is: 'waiting' } }
    })
    setRows((all) => [...all, ...taken])
    return files.length - taken.length
  }
  const replace = (key: string, file: File) => {
    started.current.delete(key)
    change(key, { file, fileName: file.name, state: { is: 'waiting' } })
  }

  const saveOne = async (row: PhotoRow, forAll: ForAll, force: boolean) => {
    if (!('portraitId' in row.state)) return
    const { portraitId } = row.state
    setState(row.key, { is: 'saving', portraitId })
    setState(row.key, await saved(row, portraitId, { ...forAll, force }, t))
  }
  const saveAll = async (forAll: ForAll) => {
    isStopped.current = false
    setSaving(true)
    const keys = rows.filter(isSavable).map((row) => row.key)
    const work = async () => {
      for (let key = keys.shift(); key !== undefined && !isStopped.current; key = keys.shift()) {
        // removed or renamed while others were saved
        const row = latest.current.find((one) => one.key === key)
        if (row && isSavable(row)) await saveOne(row, forAll, false)
      }
    }
    await Promise.all(Array.from({ length: savesAtOnce }, work))
    setSaving(false)
  }

  return {
    rows,
    isSaving: saving,
    add,
    replace,
    change,
    findExisting,
    saveAll,
    /** Although somebody has this face, or as the new portrait of somebody who is there. */
    saveAnyway: (row: PhotoRow, forAll: ForAll) => void saveOne(row, forAll, true),
    stop: () => {
      isStopped.current = true
    },
    remove: (key: string) => setRows((all) => all.filter((row) => row.key !== key)),
    clear: () => keepRows(accountId, []),
  }
}
export type PhotoRows = ReturnType<typeof usePhotoRows>

async function checked(file: File, waiting: Parameters<typeof whenFree>[1], t: Text): Promise<PhotoState> {
  try {
    const picture = await shrinkPicture(file)
    return {
      is: 'ready',
      portraitId: (await whenFree(() => call(uploadPortrait, { body: { file: picture } }), waiting)).id,
    }
  } catch (error) {
    if (hasBroken(error)) return { is: 'broken', why: uploadErrorText(error, t) }
    const isRefusal = isCode<typeof uploadPortrait>(error, 'portrait.check-failed')
    const { data } = portraitRefusal.safeParse(isRefusal ? error.data : undefined)
    return { is: 'refused', why: uploadErrorText(error, t), checks: (data?.checks ?? []).filter((one) => !one.passed) }
  }
}

async function saved(
  { name, number, existing }: PhotoRow,
  portraitId: string,
  rest: ForAll & { force: boolean },
  t: Text,
): Promise<PhotoState> {
  const { departmentId, ...common } = rest
  try {
    const plain = number.trim()
    const person = existing
      ? await call(updateStaff, { params: { id: existing.id }, body: { portraitId, ...common } })
      : await call(createStaff, {
          body: {
            name: name.trim(),
            portraitId,
            ...(departmentId && { departmentId }),
            ...(plain && (phoneForm.test(plain) ? { phone: plain } : { jobId: plain })),
            ...common,
          },
        })
    return { is: 'saved', portraitId, person: { id: person.id, name: person.name }, isUpdate: existing !== null }
  } catch (error) {
    const isAlike = isCode<typeof createStaff>(error, 'portrait.duplicate-face')
    const { data } = duplicateFace.safeParse(isAlike ? error.data : undefined)
    return data
      ? { is: 'alike', portraitId, alike: data.alike }
      : { is: 'ready', portraitId, problem: errorText(error, t) }
  }
}
