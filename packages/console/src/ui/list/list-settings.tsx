import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import type { ColumnChoice } from './list-settings-panel.tsx'

// few open it, and it brings controls that a list has no need of
const Panel = lazy(async () => {
  const module = await loadChunk(() => import('./list-settings-panel.tsx'))
  return { default: module.ListSettingsPanel }
})

/** Which columns are shown, in which order, and how high rows are; kept per person. */
export function ListSettings(choice: ColumnChoice) {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = useCallback(() => setIsOpen(false), [])
  return (
    <span className="list-settings-place">
      <Button
        ref={button}
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('list:settings.title')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      <Suspense fallback={null}>{isOpen && <Panel {...choice} button={button} onClose={close} />}</Suspense>
    </span>
  )
}
