import { type FloorPlan, type PlanPoint, setPlanPlaces } from '@gatehouse/contract/features/floor-plans.ts'
import { useEffect, useState } from 'react'
import { isCode } from '../../../api/call-error.ts'
import { callAndRefresh, refresh } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { useToast } from '../../../ui/feedback/toast.tsx'
import { useDirtyGuard } from '../../../ui/form/form-guard.ts'
import {
  beginEdits,
  keyOf,
  movePlace,
  type Placeable,
  type PlanEdits,
  putPlace,
  removePlace,
  undo,
} from './plan-edits.ts'
import { markIdOf, placeIdOf } from './plan-ids.ts'

export type PlanEditor = ReturnType<typeof usePlanEditor>

const middle = { x: 0.5, y: 0.5 }
const shares = ({ x, y }: PlanPoint) => ({ x: Math.round(x * 100), y: Math.round(y * 100) })

/** The changes of a plan until they are saved. */
export function usePlanEditor(plan: FloorPlan, things: readonly Placeable[]) {
  const t = useText()
  const toast = useToast()
  const markDirty = useDirtyGuard()
  const [edits, setEdits] = useState(() => beginEdits(plan.places))
  const [version, setVersion] = useState(plan.version)
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  const [focusId, setFocusId] = useState<string | null>(null)
  const [isSaving, setIsSaving] = useState(false)
  const isDirty = edits.past.length > 0
  // A change of somebody else, or of a door, comes in while nothing is changed here.
  if (!isDirty && version !== plan.version) {
    setVersion(plan.version)
    setEdits(beginEdits(plan.places))
  }
  useEffect(() => markDirty(isDirty), [isDirty, markDirty])
  useEffect(() => {
    if (focusId !== null) document.getElementById(focusId)?.focus()
  }, [focusId])

  const change = (apply: (edits: PlanEdits) => PlanEdits) => {
    setFocusId(null)
    setEdits(apply)
  }
  const nameOf = (key: string) => things.find((thing) => keyOf(thing) === key)?.name ?? ''
  return {
    edits,
    isDirty,
    /** Somebody else has changed the plan since these changes were begun. */
    isBehind: isDirty && version !== plan.version,
    isSaving,
    chosenKey,
    /** For screen readers: what a key has done. */
    said,
    change,
    choose: setChosenKey,
    put: (key: string, at: PlanPoint) => {
      const thing = things.find((one) => keyOf(one) === key)
      if (!thing) return
      change((now) => putPlace(now, thing, at))
      setChosenKey(key)
      setFocusId(markIdOf(key))
      setSaid(t('sites:plan.said.placed', { name: thing.name, ...shares(at) }))
    },
    move: (key: string, to: PlanPoint, gesture: string, isByKey: boolean) => {
      change((now) => movePlace(now, key, to, gesture))
      if (isByKey) setSaid(t('sites:plan.said.moved', shares(to)))
    },
    remove: (key: string) => {
      change((now) => removePlace(now, key))
      setFocusId(placeIdOf(key))
      setSaid(t('sites:plan.said.removed', { name: nameOf(key) }))
    },
    undo: () => {
      change(undo)
      setSaid(t('sites:plan.said.undone'))
    },
    /** Unsaved changes are lost. */
    loadNewer: () => {
      setVersion(plan.version)
      change(() => beginEdits(plan.places))
      setSaid(t('sites:plan.behind.loaded'))
    },
    save: async () => {
      setIsSaving(true)
      try {
        const places = edits.places.map(({ kind, id, x, y, corners }) => ({ kind, id, x, y, corners }))
        const saved = await callAndRefresh(setPlanPlaces, { params: { id: plan.id }, body: { places, version } })
        setVersion(saved.version)
        setEdits(beginEdits(saved.places))
        toast.done(t('sites:plan.saved', { plan: plan.name }))
      } catch (error) {
        if (isCode<typeof setPlanPlaces>(error, 'floor-plan.changed-meanwhile')) await refresh(setPlanPlaces)
        else toast.failed(error)
      } finally {
        setIsSaving(false)
      }
    },
    /** In the middle of the plan, from where arrow keys move it. */
    middle,
  }
}
