import { InputNumber } from 'antd'
import { useRef, useState } from 'react'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'

type Asked = { title: string; text: string; rotate: (overlapHours: number) => Promise<{ secret: string }> }

/** Asks how long the old secret stays valid; `secret` is then the new one, until the person has saved it. */
export function useRotation() {
  const t = useText()
  const confirm = useConfirm()
  const hours = useRef(24)
  const [secret, setSecret] = useState<string>()
  const ask = ({ title, text, rotate }: Asked) => {
    hours.current = 24
    confirm({
      title,
      text,
      action: t('platform:key.rotate'),
      extra: (
        <InputNumber
          aria-label={t('platform:key.overlapHours')}
          min={0}
          max={720}
          precision={0}
          defaultValue={24}
          onChange={(value) => (hours.current = value ?? 0)}
        />
      ),
      run: async () => setSecret((await rotate(hours.current)).secret),
    })
  }
  return { ask, secret, clear: () => setSecret(undefined) }
}
