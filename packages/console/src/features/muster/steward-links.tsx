import {
  createStewardLink,
  type Muster,
  revokeStewardLink,
  type StewardLink,
} from '@gatehouse/contract/features/muster.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'
import { CopyText } from '../../ui/page/copy-text.tsx'
import { QrCodeCard } from '../../ui/qr/qr-code-card.tsx'
import { stewardLinks } from './muster-queries.ts'
import { StewardState } from './steward-state.tsx'
import { nameLabel } from '../../ui/form/name-label.ts'

type Made = { link: StewardLink; url: string }

/** Links for the phones of stewards: the code of a new one is shown once, those that were made can be taken back. */
export function StewardLinks({ muster }: { muster: Muster }) {
  const t = useText()
  const toast = useToast()
  const confirm = useConfirm()
  const links = useQuery(stewardLinks(muster.id)).data ?? []
  const [made, setMade] = useState<Made>()
  const [hasMade, setHasMade] = useState(false)
  const revoke = ({ id, steward }: StewardLink) =>
    void confirm({
      title: t('muster:links.revokeTitle', { steward }),
      text: t('muster:links.revokeText'),
      action: t('muster:links.revoke'),
      run: async () => {
        await callAndRefresh(revokeStewardLink, { params: { id: muster.id, linkId: id } })
        if (made?.link.id === id) setMade(undefined)
        toast.done(t('muster:links.revoked', { steward }))
      },
    })
  return (
    <section className="muster-block" aria-label={t('muster:links.title')}>
      <header>
        <h2>{t('muster:links.title')}</h2>
      </header>
      <p className="muster-quiet">{t('muster:links.text')}</p>
      {made ? (
        <NewLink
          made={made}
          muster={muster}
          onClose={() => {
            setHasMade(true)
            setMade(undefined)
          }}
        />
      ) : (
        <LinkForm muster={muster} takesFocus={hasMade} onMade={setMade} />
      )}
      {links.length > 0 && (
        <ul className="muster-links">
          {links.map((link) => (
            <li key={link.id}>
              <b>{link.steward}</b>
              <span className="muster-quiet">
                {link.point?.name ?? t('muster:links.all')} · {t('muster:steward.marks', { count: link.marks })}
              </span>
              <StewardState link={link} />
              {link.state === 'usable' && (
                <Button
                  size="small"
                  aria-label={t('muster:links.revokeOf', { steward: link.steward })}
                  onClick={() => revoke(link)}
                >
                  {t('muster:links.revoke')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A value of the choice for the list of everybody. */
const everybody = 'everybody'

/** `takesFocus`: it comes back in the place of a new link, which had the focus. */
type FormProps = { muster: Muster; takesFocus: boolean; onMade: (made: Made) => void }

function LinkForm({ muster, takesFocus, onMade }: FormProps) {
  const t = useText()
  const toast = useToast()
  const [steward, setSteward] = useState('')
  const [pointId, setPointId] = useState(everybody)
  const [isBusy, setIsBusy] = useState(false)
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setIsBusy(true)
    try {
      const body = { steward: steward.trim(), pointId: pointId === everybody ? null : pointId }
      onMade(await call(createStewardLink, { params: { id: muster.id }, body }))
    } catch (error) {
      toast.failed(error)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form className="muster-link-form" onSubmit={(event) => void make(event)}>
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- what stood in its place had the focus
        autoFocus={takesFocus}
        aria-label={t('muster:links.steward')}
        placeholder={t('muster:links.steward')}
        maxLength={60}
        value={steward}
        onChange={({ target }) => setSteward(target.value)}
      />
      {muster.points.length > 0 && (
        <Select
          labelRender={nameLabel}
          aria-label={t('muster:links.point')}
          value={pointId}
          options={[
            { value: everybody, label: t('muster:links.all') },
            ...muster.points.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setPointId}
        />
      )}
      <Button htmlType="submit" loading={isBusy} disabled={steward.trim() === ''}>
        {t('muster:links.make')}
      </Button>
    </form>
  )
}

function NewLink({ made: { link, url }, muster, onClose }: { made: Made; muster: Muster; onClose: () => void }) {
  const t = useText()
  const { steward, point } = link
  const place = useRef<HTMLDivElement>(null)
  // it stands in the place of the form, which had the focus
  useEffect(() => place.current?.focus(), [])
  return (
    <div className="muster-new-link" ref={place} tabIndex={-1}>
      <p role="status">{t('muster:links.once')}</p>
      <QrCodeCard
        text={url}
        name={t('muster:links.code', { steward })}
        printed={t('muster:links.printed', {
          site: muster.site.name,
          point: point?.name ?? t('muster:links.all'),
          steward,
        })}
        fileName="gatehouse-steward"
      >
        <CopyText text={url} what={t('muster:links.copy')}>
          {t('muster:links.copyShort')}
        </CopyText>
      </QrCodeCard>
      <Button onClick={onClose}>{t('muster:links.close')}</Button>
    </div>
  )
}
