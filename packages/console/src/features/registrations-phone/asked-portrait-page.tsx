import {
  openPortraitRequest,
  sendAskedPortrait,
  uploadAskedPortrait,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { besideOf, usePhotoSet } from '../../parts/face/use-photo-set.ts'
import { PhoneButton } from '../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../parts/phone/phone-failure.ts'
import { PhoneLoading } from '../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../parts/phone/phone-notice.tsx'
import { PhonePortraits } from '../../parts/phone/phone-portraits.tsx'
import { refuseOthers, sentPhotos } from '../../parts/phone/refuse-others.ts'
import { usePhoneConsent } from '../../parts/phone/use-phone-consent.tsx'
import { useLoaded } from '../../parts/phone/use-loaded.ts'

/** `/m/portrait/<token>`: a person who is known takes a new photograph of themselves. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('register')
  const { loaded, refresh } = useLoaded(() => call(openPortraitRequest, { params: { token } }))
  const [lookup, setLookup] = useState<string>()
  useEffect(() => {
    document.title = t.asked.title
  }, [t])
  if (lookup !== undefined) {
    const address = `${location.origin}/m/registered/${lookup}`
    return (
      <PhoneNotice kind="good" title={t.asked.done} text={t.doneText}>
        <p>
          <a href={address}>{t.look}</a>
        </p>
        <p className="phone-address">{address}</p>
      </PhoneNotice>
    )
  }
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  return (
    <>
      <h1>{t.asked.title}</h1>
      <p className="phone-lead">{fillText(t.asked.text, loaded.data)}</p>
      <PortraitForm token={token} kind={loaded.data.kind} onDone={setLookup} />
    </>
  )
}

type FormProps = { token: string; kind: 'staff' | 'visitor'; onDone: (lookup: string) => void }

function PortraitForm({ token, kind, onDone }: FormProps) {
  const texts = usePhoneTexts('phone')
  const errors = usePhoneTexts('errors')
  const t = usePhoneTexts('register').asked
  const photos = usePhotoSet((file, beside) =>
    call(uploadAskedPortrait, { params: { token }, query: besideOf(beside), body: { file } }),
  )
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { isMissing, consent, notice } = usePhoneConsent(kind)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setIsTried(true)
    const { ids } = photos
    if (ids === null || ids.length === 0) return
    if (isMissing) return form.current?.querySelector<HTMLElement>('[name="consent"]')?.focus()
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { lookup } = await call(sendAskedPortrait, { params: { token }, body: { ...sentPhotos(ids), ...consent } })
      onDone(lookup)
    } catch (error) {
      refuseOthers(error, photos)
      setFailure(phoneFailure(error, errors))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PhonePortraits set={photos} isAsked={isTried} />
      {notice(isTried)}
      {failure && <PhoneNotice kind="bad" title={texts.failed} text={failure} />}
      <PhoneButton type="submit" look="first" isBusy={isBusy}>
        {t.submit}
      </PhoneButton>
    </form>
  )
}
