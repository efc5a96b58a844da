import { createAccount } from '@gatehouse/contract/features/accounts.ts'
import { createDepartment } from '@gatehouse/contract/features/departments.ts'
import { staffInput } from '@gatehouse/contract/features/staff.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { bodyOf, fieldProblem, formValues, isRequired, isSame } from './form-schema.ts'

const { name, phone, email, groupIds, departmentId, remark } = staffInput.shape

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})

describe('the rules of a form, made from the schema of its route', () => {
  it('the rules require only the fields that the server requires', () => {
    expect([name, phone, groupIds, departmentId].map(isRequired)).toEqual([true, false, false, false])
    expect(fieldProblem(name, '', currentText())).toBe('Fill this in.')
    expect(fieldProblem(name, undefined, currentText())).toBe('Fill this in.')
    expect(fieldProblem(name, '   ', currentText())).toBe('Fill this in.')
    expect(fieldProblem(phone, '', currentText())).toBeUndefined()
    expect(fieldProblem(departmentId, undefined, currentText())).toBeUndefined()
    expect(fieldProblem(groupIds, [], currentText())).toBeUndefined()
  })

  it('[MAN-09] the rules explain how a phone number is written', () => {
    expect(fieldProblem(phone, '13800001000', currentText())).toBeUndefined()
    expect(fieldProblem(phone, '+10-123456', currentText())).toBeUndefined()
    expect(fieldProblem(phone, '+10 123456', currentText())).toBe('Digits only, or with an area code as in +10-123456.')
  })

  it('the rules name the limit that a value exceeds', () => {
    expect(fieldProblem(name, 'x'.repeat(129), currentText())).toBe('At most 128 characters.')
    expect(fieldProblem(remark, '很'.repeat(255), currentText())).toBeUndefined()
    expect(fieldProblem(email, 'no address', currentText())).toBe('Email format incorrect')
  })

  it('the rules explain why a name of an account is refused', () => {
    const { account } = createAccount.body.shape
    expect(fieldProblem(account, 'test', currentText())).toBe(
      'This name is reserved for tests: nobody could sign in with it.',
    )
    expect(fieldProblem(account, 'a b', currentText())).toBe(
      'At least two letters, digits or _ . @ + -, without spaces.',
    )
  })

  it('the rules call any other value not valid, and never use the schema’s own words', () => {
    expect(fieldProblem(departmentId, 'not an id', currentText())).toBe('This is not a valid id.')
  })
})

describe('values between form and wire', () => {
  it('values that are null are shown as empty, and fields that the form does not have are left out', () => {
    const values = formValues(createDepartment.body, { id: '1', name: 'Operations', parentId: null })
    expect(values).toEqual({ name: 'Operations', parentId: undefined, managerId: undefined })
  })

  it('an emptied field is sent as null, and text is trimmed', () => {
    expect(bodyOf(createDepartment.body, { name: ' Operations ', parentId: undefined, managerId: '' })).toEqual({
      name: 'Operations',
      parentId: null,
      managerId: null,
    })
  })

  it('values that differ only in how emptiness is written are the same', () => {
    expect(isSame({ name: 'a', phone: undefined, groupIds: [] }, { phone: '', name: 'a' })).toBe(true)
    expect(isSame({ name: 'a' }, { name: 'a', phone: '1' })).toBe(false)
  })
})
