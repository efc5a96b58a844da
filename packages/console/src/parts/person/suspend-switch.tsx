import type { PresentSuspension } from '@gatehouse/contract/features/suspensions.ts'
import { useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { ActingSwitch } from '../../ui/form/acting-switch.tsx'
import './suspension.css'
import { useSuspend } from './use-suspend.tsx'

type Props = { person: { id: string; name: string; suspension: PresentSuspension | null } }

/** Suspends a person at once, and ends it; nobody sees it who may not. */
export function SuspendSwitch({ person: { id, name, suspension } }: Props) {
  const t = useText()
  const can = useCan()
  const { suspend, resume } = useSuspend()
  const [isBusy, setIsBusy] = useState(false)
  if (!can('person.suspend')) return null
  const change = async (isSuspended: boolean) => {
    setIsBusy(true)
    await (isSuspended ? suspend : resume)({ ids: [id], name })
    setIsBusy(false)
  }
  return (
    <label className="suspend-switch">
      <span>{t('shared:suspension.suspend')}</span>
      <ActingSwitch checked={suspension !== null} isBusy={isBusy} onChange={(isOn) => void change(isOn)} />
    </label>
  )
}
