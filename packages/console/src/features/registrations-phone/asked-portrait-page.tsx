import {
  openPortraitRequest,
  sendAskedPortrait,
  uploadAskedPortrait,
} from '@gatehouse/contract/features/portraits/portrait-quality.ts'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { PhoneButton } from '../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../parts/phone/phone-failure.ts'
import { PhoneLoading } from '../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../parts/phone/phone-notice.tsx'
import { PhonePortrait } from '../../parts/phone/phone-portrait.tsx'
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
      <PortraitForm token={token} onDone={setLookup} />
    </>
  )
}

function PortraitForm({ token, onDone }: { token: string; onDone: (lookup: string) => void }) {
  const texts = usePhoneTexts('phone')
  const errors = usePhoneTexts('errors')
  const t = usePhoneTexts('register').asked
  const [portraitId, setPortraitId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { isMissing, consent, notice } = usePhoneConsent('staff')

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setIsTried(true)
    if (portraitId === null) return
    if (isMissing) return form.current?.querySelector<HTMLElement>('[name="consent"]')?.focus()
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { lookup } = await call(sendAskedPortrait, { params: { token }, body: { portraitId, ...consent } })
      onDone(lookup)
    } catch (error) {
      setFailure(phoneFailure(error, errors))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PhonePortrait
        upload={(file) => call(uploadAskedPortrait, { params: { token }, body: { file } })}
        onChange={setPortraitId}
        error={isTried && portraitId === null ? texts.portrait.required : undefined}
      />
      {notice(isTried)}
      {failure && <PhoneNotice kind="bad" title={texts.failed} text={failure} />}
      <PhoneButton type="submit" look="first" isBusy={isBusy}>
        {t.submit}
      </PhoneButton>
    </form>
  )
}
