import {
  findRegistrationDepartments,
  type FoundDepartments,
  minDepartmentLetters,
} from '@gatehouse/contract/features/registrations.ts'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { usePhoneTexts } from '../../i18n/phone-texts.ts'
import { PhoneButton } from '../../parts/phone/phone-button.tsx'
import { PhoneField } from '../../parts/phone/phone-field.tsx'

export type SelectedDepartment = { typed: string; chosen: { id: string; path: string } | null }

/** Longer than between two letters of who types, shorter than who waits for it. */
const quietMs = 250

/** The element that replaces the pressed button: the keyboard focus moves to it. */
const focusOn = (element: HTMLElement | null) => element?.querySelector<HTMLElement>('input, button')?.focus()

/** The department, found by letters of its name: the page never loads the whole organisation. */
export function DepartmentField(props: {
  token: string
  department: SelectedDepartment
  error: string | undefined
  onChange: (department: SelectedDepartment) => void
}) {
  const { token, department, error, onChange } = props
  const t = usePhoneTexts('register')
  const texts = usePhoneTexts('phone')
  const { typed, chosen } = department
  const keyword = typed.trim()
  const [found, setFound] = useState<{ keyword: string; departments: FoundDepartments | null }>()
  const [wasChosen, setWasChosen] = useState(false)
  const isAsked = chosen === null && [...keyword].length >= minDepartmentLetters
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    const show = (departments: FoundDepartments | null) => {
      if (!isOver) setFound({ keyword, departments })
    }
    const timer = setTimeout(() => {
      call(findRegistrationDepartments, { params: { token }, query: { keyword } }).then(show, () => show(null))
    }, quietMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isAsked, keyword, token])

  if (chosen)
    return (
      <div key="chosen" ref={focusOn} className="phone-field" role="group" aria-label={t.department}>
        <p className="phone-chosen">
          {t.department}
          <br />
          <strong>{chosen.path}</strong>
        </p>
        <PhoneButton
          onClick={() => {
            setWasChosen(true)
            onChange({ typed: '', chosen: null })
          }}
        >
          {t.departmentOther}
        </PhoneButton>
      </div>
    )
  const shown = isAsked && found?.keyword === keyword ? found : undefined
  const { items = [], hasMore = false } = shown?.departments ?? {}
  return (
    <div key="typed" ref={wasChosen ? focusOn : undefined} className="phone-found">
      <PhoneField
        name="department"
        label={t.department}
        hint={t.departmentHint}
        isOptional
        autoComplete="off"
        value={typed}
        error={error}
        onChange={({ target }) => onChange({ typed: target.value, chosen: null })}
      />
      <div role="status">
        {shown && (
          <p className="phone-hint">
            {!shown.departments ? texts.failed : items.length > 0 ? t.departmentFound : t.departmentNone}
            {hasMore && ` ${t.departmentMore}`}
          </p>
        )}
      </div>
      {items.length > 0 && (
        <ul className="phone-choices" aria-label={t.department}>
          {items.map((one) => (
            <li key={one.id}>
              <PhoneButton onClick={() => onChange({ typed: '', chosen: one })}>{one.path}</PhoneButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
