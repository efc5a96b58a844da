import { staffInput, type Staff } from '@gatehouse/contract/features/staff.ts'
import type { z } from 'zod'
import type { Text } from '../../i18n/i18n.ts'
import { bodyOf, formValues } from '../../ui/form/form-schema.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { countryName } from './country-select.tsx'

type StaffBody = z.output<typeof staffInput>
export type StaffField = keyof StaffBody
const fields = staffInput.keyof().options

/** A person as the form's fields have them. */
export const fieldsOfStaff = (person: Staff) => ({
  ...person,
  departmentId: person.department?.id,
  groupIds: person.groups.map((group) => group.id),
})

const bodyOfStaff = (person: Staff): StaffBody => bodyOf(staffInput, formValues(staffInput, fieldsOfStaff(person)))
const isSame = (a: unknown, b: unknown) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((one) => b.includes(one))
    : JSON.stringify(a) === JSON.stringify(b)

/** Only the fields changed in the form: changes of somebody else in other fields are kept. */
export function changedFields(before: Staff, body: StaffBody): Partial<StaffBody> {
  const old = bodyOfStaff(before)
  const changed: Partial<StaffBody> = Object.fromEntries(
    fields.filter((field) => !isSame(old[field], body[field])).map((field) => [field, body[field]]),
  )
  return changed
}

/** The fields that two versions of a person differ in. */
export function differingFields(before: Staff, after: Staff): StaffField[] {
  const [old, now] = [bodyOfStaff(before), bodyOfStaff(after)]
  return fields.filter((field) => !isSame(old[field], now[field]))
}

export const fieldLabel = (field: StaffField, t: Text) =>
  field === 'departmentId'
    ? t('staff:form.department')
    : field === 'groupIds'
      ? t('staff:form.groups')
      : field === 'portraitId'
        ? t('form:portrait.label')
        : field === 'displayPortraitId'
          ? t('form:portrait.displayLabel')
          : t(`staff:form.${field}`)

/** A field of a person in words; undefined when there is nothing in it. Pictures have no words. */
export function fieldText(person: Staff, field: StaffField, t: Text): string | undefined {
  switch (field) {
    case 'departmentId':
      return person.department?.name
    case 'groupIds':
      return person.groups.map(({ name }) => groupName(name, t)).join(' · ') || undefined
    case 'portraitId':
    case 'displayPortraitId':
      return person[field] ? t('staff:detail.newPicture') : undefined
    case 'pin':
      return person.hasPin ? t('staff:pin.set') : undefined
    case 'staffType':
      return person.staffType ? t(`staff:type.${person.staffType}`) : undefined
    case 'countryCode':
      return person.countryCode ? `${countryName(person.countryCode)} (${person.countryCode})` : undefined
    default:
      return person[field] ?? undefined
  }
}
