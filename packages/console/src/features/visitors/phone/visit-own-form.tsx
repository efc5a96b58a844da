import type { ConsentInput } from '@gatehouse/contract/features/people/notice.ts'
import { completeVisit } from '@gatehouse/contract/features/visits.ts'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { type UploadPhoto, usePhotoSet } from '../../../parts/face/use-photo-set.ts'
import { phoneProblem } from '../../../parts/phone/field-problem.ts'
import { PhoneButton } from '../../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../../parts/phone/phone-failure.ts'
import { PhoneField } from '../../../parts/phone/phone-field.tsx'
import { usePhoneConsent } from '../../../parts/phone/use-phone-consent.tsx'
import { PhonePortraits } from '../../../parts/phone/phone-portraits.tsx'
import { refuseOthers, sentPhotos } from '../../../parts/phone/refuse-others.ts'

type Text = { name: string; company: string; phone: string }
export type OwnData = Text & { portraitId: string; furtherPortraitIds: string[]; consent?: ConsentInput }

const rules = completeVisit.body.shape

/**
 * The form in which visitors enter their own data, with their photographs. `extra` are the fields of one page only,
 * `isComplete` whether those are filled in.
 */
export function OwnForm(props: {
  title: string
  lead: string
  submitLabel: string
  initial: Text
  upload: UploadPhoto
  onSubmit: (data: OwnData) => Promise<void>
  extra?: (isValidated: boolean) => ReactNode
  isComplete?: boolean
  children?: ReactNode
}) {
  const t = usePhoneTexts('phone')
  const { field, invite } = usePhoneTexts('visits')
  const errors = usePhoneTexts('errors')
  const [text, setText] = useState(props.initial)
  const photos = usePhotoSet(props.upload)
  const [isValidated, setIsValidated] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useRef<HTMLFormElement>(null)
  const { isMissing, consent, notice } = usePhoneConsent('visitor')

  const problems = {
    name: phoneProblem(rules.name, text.name, t),
    company: phoneProblem(rules.company, text.company, t),
    phone: phoneProblem(rules.phone, text.phone, t),
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsValidated(true)
    if (isBusy) return
    const { ids } = photos
    if (Object.values(problems).some(Boolean) || !ids?.length || props.isComplete === false || isMissing) {
      // after the errors are drawn
      requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"], .phone-portrait button')?.focus(),
      )
      return
    }
    setIsBusy(true)
    setFailure(null)
    try {
      await props.onSubmit({ ...text, ...sentPhotos(ids), ...consent })
    } catch (error) {
      refuseOthers(error, photos)
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }
  const input = (name: keyof Text, isOptional: boolean, more: { type?: string; autoComplete: string }) => (
    <PhoneField
      label={field[name]}
      name={name}
      value={text[name]}
      isOptional={isOptional}
      error={isValidated ? problems[name] : undefined}
      onChange={(event) => setText({ ...text, [name]: event.target.value })}
      {...more}
    />
  )
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <h1>{props.title}</h1>
      <p className="phone-lead">{props.lead}</p>
      {props.children}
      {input('name', false, { autoComplete: 'name' })}
      {props.extra?.(isValidated)}
      {input('company', true, { autoComplete: 'organization' })}
      {input('phone', true, { type: 'tel', autoComplete: 'tel' })}
      <PhonePortraits set={photos} isAsked={isValidated && failure === null} />
      {notice(isValidated)}
      {failure !== null && (
        <p className="phone-failure" role="alert">
          {phoneFailure(failure, errors)}
        </p>
      )}
      <PhoneButton type="submit" look="first" isBusy={isBusy}>
        {isBusy ? invite.sending : props.submitLabel}
      </PhoneButton>
    </form>
  )
}
