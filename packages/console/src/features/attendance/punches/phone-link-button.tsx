import { endPhoneLink, makePhoneLink } from '@gatehouse/contract/features/attendance/punches.ts'
import { MobileOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Dated } from '../../../ui/page/dated.tsx'
import { companyTime } from '../../../lib/format-date.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useCan } from '../../../lib/use-can.ts'
import { CopyText } from '../../../ui/page/copy-text.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { QrCodeCard } from '../../../ui/qr/qr-code-card.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'

type Link = { url: string; expiresAt: string; isMailed: boolean }

/** Makes the link to a person's own attendance and shows it, as text and as a code for the phone. */
export function PhoneLinkButton({ person }: { person: { id: string; name: string } }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const [link, setLink] = useState<Link | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  if (!can('attendance.write')) return null
  const make = () => {
    setIsBusy(true)
    call(makePhoneLink, { params: { personId: person.id }, body: { language: currentLanguage() } })
      .then(setLink, toast.failed)
      .finally(() => setIsBusy(false))
      .catch(toast.failed)
  }
  const end = () =>
    call(endPhoneLink, { params: { personId: person.id } }).then(() => {
      setLink(null)
      toast.done(t('attendance:phone.ended'))
    }, toast.failed)
  return (
    <>
      <Button icon={<MobileOutlined aria-hidden />} loading={isBusy} onClick={make}>
        {t('attendance:phone.link')}
      </Button>
      {link && (
        <DetailPanel
          title={t('attendance:phone.title', { name: person.name })}
          width={440}
          onClose={() => setLink(null)}
          footer={
            <Button danger onClick={() => void end()}>
              {t('attendance:phone.end')}
            </Button>
          }
        >
          <p>
            <Dated>{t('attendance:phone.text', { at: companyTime(link.expiresAt, 'day') })}</Dated>
          </p>
          {link.isMailed && <p>{t('attendance:phone.mailed')}</p>}
          <QrCodeCard
            text={link.url}
            name={t('attendance:phone.qr', { name: person.name })}
            fileName={`attendance-${person.id}`}
          >
            <CopyText text={link.url} what={t('attendance:phone.link')} />
          </QrCodeCard>
        </DetailPanel>
      )}
    </>
  )
}
