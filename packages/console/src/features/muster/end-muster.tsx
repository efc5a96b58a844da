import { endMuster } from '@gatehouse/contract/features/muster.ts'
import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { HoldButton } from '../../parts/hold-button.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Ends a muster by holding, with a note for its report. */
export function EndMuster({ id }: { id: string }) {
  const t = useText()
  const toast = useToast()
  const [note, setNote] = useState('')
  // the held button goes with what it ended, and its focus goes to the page
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true })
    },
    [],
  )
  const end = async () => {
    await callAndRefresh(endMuster, { params: { id }, body: { note: note.trim() || null } })
    toast.done(t('muster:end.said'))
  }
  return (
    <span className="muster-end">
      <Input
        aria-label={t('muster:end.note')}
        placeholder={t('muster:end.note')}
        maxLength={255}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <HoldButton action={t('muster:end.action')} label={t('muster:end.hold')} done={t('muster:end.done')} run={end} />
    </span>
  )
}
