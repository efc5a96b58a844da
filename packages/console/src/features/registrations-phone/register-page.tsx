import {
  openRegistration,
  ownRegistration,
  register as registerRoute,
  uploadOwnPortrait,
} from '@gatehouse/contract/features/registrations.ts'
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from 'react'
import { call } from '../../api/call.ts'
import { fillText, usePhoneTexts } from '../../i18n/phone-texts.ts'
import { besideOf, usePhotoSet } from '../../parts/face/use-photo-set.ts'
import { phoneProblem } from '../../parts/phone/field-problem.ts'
import { PhoneButton } from '../../parts/phone/phone-button.tsx'
import { phoneFailure } from '../../parts/phone/phone-failure.ts'
import { PhoneField } from '../../parts/phone/phone-field.tsx'
import { PhoneLoading } from '../../parts/phone/phone-loading.tsx'
import { PhoneNotice } from '../../parts/phone/phone-notice.tsx'
import { PhonePortraits } from '../../parts/phone/phone-portraits.tsx'
import { refuseOthers, sentPhotos } from '../../parts/phone/refuse-others.ts'
import { usePhoneConsent } from '../../parts/phone/use-phone-consent.tsx'
import { useLoaded } from '../../parts/phone/use-loaded.ts'
import { type SelectedDepartment, DepartmentField } from './department-field.tsx'

/** `/m/register/<token>`: what the personnel-entry QR code opens on a phone. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('register')
  const { loaded, refresh } = useLoaded(() => call(openRegistration, { params: { token } }))
  const [lookup, setLookup] = useState<string>()
  const title = loaded.state === 'shown' ? fillText(t.title, { company: loaded.data.company }) : 'Gatehouse'
  useEffect(() => {
    document.title = title
  }, [title])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  if (lookup !== undefined) {
    const address = `${location.origin}/m/registered/${lookup}`
    return (
      <PhoneNotice kind="good" title={t.done} text={t.doneText}>
        <p>
          <a href={address}>{t.look}</a>
        </p>
        <p className="phone-address">{address}</p>
      </PhoneNotice>
    )
  }
  return (
    <>
      <h1>{title}</h1>
      <p className="phone-lead">{t.text}</p>
      <RegisterForm token={token} hasDepartments={loaded.data.hasDepartments} onDone={setLookup} />
    </>
  )
}

const rules = ownRegistration.shape
type Problems = { [field in 'name' | 'phone' | 'department']?: string | undefined }

function RegisterForm(props: { token: string; hasDepartments: boolean; onDone: (lookup: string) => void }) {
  const { token, hasDepartments, onDone } = props
  const texts = usePhoneTexts('phone')
  const errors = usePhoneTexts('errors')
  const t = usePhoneTexts('register')
  const photos = usePhotoSet((file, beside) =>
    call(uploadOwnPortrait, { params: { token }, query: besideOf(beside), body: { file } }),
  )
  const [department, setDepartment] = useState<SelectedDepartment>({ typed: '', chosen: null })
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { isMissing, consent, notice } = usePhoneConsent('staff')
  const [isTried, setIsTried] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    setIsTried(true)
    const given = new FormData(event.currentTarget)
    const text = (name: string) => {
      const value = given.get(name)
      return typeof value === 'string' ? value : ''
    }
    const parsed = ownRegistration.safeParse({
      name: text('name'),
      phone: text('phone'),
      departmentId: department.chosen?.id ?? null,
      ...sentPhotos(photos.ids ?? []),
    })
    // Text that was typed without a choice would be lost silently.
    const isUnchosen = department.typed.trim() !== '' && department.chosen === null
    if (!parsed.success || isUnchosen) {
      const wrong = {
        name: phoneProblem(rules.name, text('name'), texts),
        phone: phoneProblem(rules.phone, text('phone'), texts),
        department: isUnchosen ? t.departmentChoose : undefined,
      }
      setProblems(wrong)
      const first = (['name', 'phone', 'department'] as const).find((field) => wrong[field])
      if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    setProblems({})
    if (isMissing) return form.current?.querySelector<HTMLElement>('[name="consent"]')?.focus()
    setFailure(undefined)
    setIsBusy(true)
    try {
      const { lookup } = await call(registerRoute, { params: { token }, body: { ...parsed.data, ...consent } })
      onDone(lookup)
    } catch (error) {
      refuseOthers(error, photos)
      setFailure(phoneFailure(error, errors))
    } finally {
      setIsBusy(false)
    }
  }

  /** A field with a problem is checked again while somebody corrects it. */
  const fieldProps = (name: 'name' | 'phone') => ({
    name,
    error: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      if (problems[name]) setProblems({ ...problems, [name]: phoneProblem(rules[name], target.value, texts) })
    },
  })

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <PhoneField {...fieldProps('name')} label={t.name} autoComplete="name" />
      <PhoneField {...fieldProps('phone')} type="tel" label={t.phone} autoComplete="tel" />
      {hasDepartments && (
        <DepartmentField
          token={token}
          department={department}
          error={problems.department}
          onChange={(department) => {
            setDepartment(department)
            if (problems.department) setProblems({ ...problems, department: undefined })
          }}
        />
      )}
      <PhonePortraits set={photos} isAsked={isTried} />
      {notice(isTried)}
      {failure && <PhoneNotice kind="bad" title={texts.failed} text={failure} />}
      <PhoneButton type="submit" look="first" isBusy={isBusy}>
        {t.submit}
      </PhoneButton>
    </form>
  )
}
