import { sendCommand } from '@gatehouse/contract/features/devices.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import { UnlockOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { instantMs, nowMs } from '../../lib/clock.ts'
import { useCan } from '../../lib/use-can.ts'
import { useOpeningRule } from '../../parts/device/opening-rule.ts'
import { ReasonField } from '../../parts/device/reason-field.tsx'
import { HoldButton } from '../../parts/hold-button.tsx'

/** Somebody who was refused longer ago than this has gone. */
const waitsMs = 15 * 60_000

/** Opens the door once for somebody whom it has just refused; held to confirm. */
export function RecordLetIn({ record: { opened, device, recognisedAt } }: { record: RecordDetail }) {
  const t = useText()
  const can = useCan()
  const [reason, setReason] = useState('')
  const { reasons, needsReason } = useOpeningRule()
  const { id, name } = device
  // Those who may change sites are those who may open doors (decisions "Who may do what").
  const mayOpen = can('device.control') && can('site.write')
  if (opened || id === null || !mayOpen || nowMs() - instantMs(recognisedAt) > waitsMs) return null
  const isNeeded = needsReason({ deviceIds: [id] })
  const isUnsaid = isNeeded && reason.trim() === ''
  return (
    <div className="record-let-in">
      {isNeeded && <ReasonField reason={reason} onChange={setReason} isNeeded reasons={reasons} />}
      <HoldButton
        action={t('shared:doorDeed.openName', { door: name })}
        label={t('records:letIn')}
        done={t('shared:doorDeed.opened')}
        icon={<UnlockOutlined aria-hidden />}
        isDisabled={isUnsaid}
        run={() =>
          call(sendCommand, { params: { id }, body: { kind: 'open-once', reason: reason.trim() || undefined } })
        }
      />
    </div>
  )
}
