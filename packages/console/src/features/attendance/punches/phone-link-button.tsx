import { endPhoneLink, makePhoneLink } from '@gatehouse/contract/features/attendance/punches.ts'
import { MobileOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { mutationOf } from '../../../api/query.ts'
import { useText } from '../../../i18n/i18n.ts'
import { Dated } from '../../../ui/page/dated.tsx'
import { companyTime } from '../../../lib/format-date.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { useCan } from '../../../lib/use-can.ts'
import { CopyText } from '../../../ui/page/copy-text.tsx'
import { DetailPanel } from '../../../ui/detail/detail-panel.tsx'
import { QrCodeCard } from '../../../ui/qr/qr-code-card.tsx'
import { useToast } from '../../../ui/feedback/toast.tsx'

/** Makes the link to a person's own attendance and shows it, as text and as a code for the phone. */
export function PhoneLinkButton({ person }: { person: { id: string; name: string } }) {
  const t = useText()
  const can = useCan()
  const toast = useToast()
  const make = useMutation({ ...mutationOf(makePhoneLink), onError: toast.failed })
  const end = useMutation({
    ...mutationOf(endPhoneLink),
    onSuccess: () => {
      make.reset()
      toast.done(t('attendance:phone.ended'))
    },
    onError: toast.failed,
  })
  if (!can('attendance.write')) return null
  const params = { personId: person.id }
  const link = make.data
  return (
    <>
      <Button
        icon={<MobileOutlined aria-hidden />}
        loading={make.isPending}
        onClick={() => make.mutate({ params, body: { language: currentLanguage() } })}
      >
        {t('attendance:phone.link')}
      </Button>
      {link && (
        <DetailPanel
          title={t('attendance:phone.title', { name: person.name })}
          width={440}
          onClose={make.reset}
          footer={
            <Button danger onClick={() => end.mutate({ params })}>
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
