import type { Device } from '@gatehouse/contract/features/devices.ts'
import { discardKeptLines, keptDays, listKeptLines } from '@gatehouse/contract/features/devices/conversation.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callAndRefresh } from '../../api/call.ts'
import { queryOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { useCan } from '../../lib/use-can.ts'
import { Instant } from '../../ui/detail/detail-instant.tsx'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'

/** The lines of a device that nobody understood: they may name people, so they are read only when somebody asks for them. */
export function DeviceKeptLines({ device, count }: { device: Device; count: number }) {
  const t = useText()
  const can = useCan()
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return null
  return (
    <>
      <Notice
        kind="attention"
        title={t('devices:talk.kept', { count })}
        action={
          can('device.write') && (
            <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {t(isOpen ? 'devices:talk.hideLines' : 'devices:talk.showLines')}
            </Button>
          )
        }
      >
        {t('devices:talk.keptText', { days: keptDays })}
      </Notice>
      {isOpen && can('device.write') && <Lines device={device} />}
    </>
  )
}

function Lines({ device }: { device: Device }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const { data, error, refetch } = useQuery(queryOf(listKeptLines, { params: { id: device.id } }))
  if (error && !data) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const discard = () =>
    void confirm({
      title: t('devices:talk.discardTitle'),
      text: t('devices:talk.discardText'),
      action: t('devices:talk.discard'),
      run: async () => {
        const { count } = await callAndRefresh(discardKeptLines, { params: { id: device.id } })
        toast.done(t('devices:talk.discarded', { count }))
      },
    })
  const all = data.map(({ receivedAt, place, text }) => `${receivedAt}\t${place}\t${text}`).join('\n')
  return (
    <section className="device-kept" aria-label={t('devices:talk.lines')}>
      <div className="device-commands">
        <CopyText text={all} what={t('devices:talk.lines')}>
          {t('devices:talk.copyAll')}
        </CopyText>
        <Button onClick={discard}>{t('devices:talk.discard')}</Button>
      </div>
      <ul className="device-talk">
        {data.map(({ id, receivedAt, place, text, meaning }) => (
          <li key={id}>
            <p className="device-talk-head tabular">
              <Instant at={receivedAt} />
              <small>{place}</small>
            </p>
            {meaning && <p>{t(`devices:lineMeaning.${meaning}`)}</p>}
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
