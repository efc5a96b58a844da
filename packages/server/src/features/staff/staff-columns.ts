import { AppError } from '@gatehouse/contract/errors.ts'
import { type staffInput, type StaffType, staffTypes } from '@gatehouse/contract/features/staff.ts'
import type { z } from 'zod'
import type { InstallKeys } from '../../lib/install-keys.ts'
import { emailColumns, idNumberColumns, joinPhone, phoneColumns } from '../../people/person-columns.ts'

type Input = Partial<z.output<typeof staffInput>>
type Phone = { phone: string | null; areaCode: string | null }

/** @throws AppError request.invalid when number and area code together are too long */
function requirePhone({ phone, areaCode }: Phone): Phone {
  if (phone === null) return { phone, areaCode }
  const joined = joinPhone(phone, areaCode)
  if (!joined) {
    const issues = [{ path: 'phone', problem: 'phone-form' }]
    throw new AppError('request.invalid', { fields: 'phone', issues })
  }
  return joined
}

/** The part after the area code. */
const digitsOf = (phone: string | null) => phone?.replace(/^\+\d{1,4}-/, '') ?? null

/**
 * The columns of the given fields (absent: unchanged); name and memberships are written by others. `kept`: the stored
 * values.
 */
export function staffColumns({ keys }: { keys: InstallKeys }, input: Input, kept: Phone) {
  const isPhoneGiven = input.phone !== undefined || input.areaCode !== undefined
  const readPhone = () =>
    requirePhone({
      phone: input.phone === undefined ? digitsOf(kept.phone) : input.phone,
      areaCode: input.areaCode === undefined ? kept.areaCode : input.areaCode,
    })
  const columns = {
    department_id: input.departmentId,
    job_id: input.jobId,
    extension: input.extension,
    ic_card: input.icCard,
    position: input.position,
    working_place: input.workingPlace,
    birthday_on: input.birthdayOn,
    entry_on: input.entryOn,
    leaving_on: input.leavingOn,
    staff_type: input.staffType ? staffTypeCode(input.staffType) : input.staffType,
    country_code: input.countryCode,
    region_code: input.regionCode,
    prompt: input.prompt,
    remark: input.remark,
    portrait_id: input.portraitId,
    display_portrait_id: input.displayPortraitId,
  }
  return {
    // Kysely leaves out what is undefined.
    ...columns,
    ...(isPhoneGiven ? columnsOfPhone(keys, readPhone()) : {}),
    ...(input.email === undefined ? {} : emailColumns(keys, input.email)),
    ...(input.idNumber === undefined ? {} : idNumberColumns(keys, input.idNumber)),
  }
}

const columnsOfPhone = (keys: InstallKeys, { phone, areaCode }: Phone) => ({
  ...phoneColumns(keys, phone),
  area_code: areaCode,
})

export const staffTypeCode = (type: StaffType) => staffTypes.indexOf(type) + 1
