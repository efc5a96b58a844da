import { listActiveLockdowns } from '@gatehouse/contract/features/lockdown.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query.ts'
import { lockdownTexts } from '../../features/lockdown/lockdown-feature.ts'
import { loadTexts, useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import { useDocumentKeys } from '../../lib/use-document-keys.ts'
import { BarIcon } from './bar-icon.tsx'

const BeginPanel = laterPart(async () => {
  const [module] = await Promise.all([import('../../features/lockdown/begin-panel.tsx'), loadTexts(lockdownTexts)])
  return module.BeginPanel
})
const LockdownNotices = laterPart(async () => {
  const [module] = await Promise.all([import('../../features/lockdown/lockdown-notices.tsx'), loadTexts(lockdownTexts)])
  return module.LockdownNotices
})

/** Opens the panel that begins a lockdown or an emergency open, also by keys; nothing happens before its button is held. */
export function LockdownButton() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  useDocumentKeys((event) => {
    if (event.code !== 'KeyL' || !event.shiftKey || !event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    setIsOpen(true)
  })
  return (
    <>
      <button
        type="button"
        className="bar-button"
        aria-keyshortcuts="Control+Shift+L"
        title={t('frame:lockdown')}
        aria-label={t('frame:lockdown')}
        onClick={() => setIsOpen(true)}
      >
        <BarIcon name="lock" />
      </button>
      {isOpen && <BeginPanel onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The hint `lockdowns` asks again; a lost one costs half a minute. */
const activeQuery = queryOptions({ ...queryOf(listActiveLockdowns), refetchInterval: 30_000 })

/** On every page while doors are locked down or opened in an emergency. */
export function LockdownNoticeLines() {
  const { data = [] } = useQuery(activeQuery)
  return data.length > 0 && <LockdownNotices active={data} />
}
