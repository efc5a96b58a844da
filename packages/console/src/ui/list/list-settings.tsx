import { SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { laterPart } from '../../lib/later-part.ts'
import type { ColumnChoice } from './list-settings-panel.tsx'

// few open it, and it brings controls that a list has no need of
const Panel = laterPart(async () => (await import('./list-settings-panel.tsx')).ListSettingsPanel)

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
      {isOpen && <Panel {...choice} button={button} onClose={close} />}
    </span>
  )
}
