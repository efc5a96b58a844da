import { beforeAll, expect, it } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { changeLanguage, currentText, startI18n } from '../../i18n/i18n.ts'
import { fieldErrors } from './form-errors.ts'

const table = { 'staff.phone-taken': 'phone' } as const
const names = ['name', 'phone']
const refusal = (message: string, data: unknown = null) =>
  new CallError({ status: 409, code: '409', message, desc: 'Somebody else has this phone number already.', data })

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})

it('an error is shown at the field that it belongs to, in the server’s words', () => {
  expect(fieldErrors(refusal('staff.phone-taken'), table, names, currentText())).toEqual([
    { name: 'phone', errors: ['Somebody else has this phone number already.'] },
  ])
})

it('an error without a field is shown for the whole form', () => {
  expect(fieldErrors(refusal('licence.person-limit'), table, names, currentText())).toEqual([])
  expect(fieldErrors(new Error('lost'), table, names, currentText())).toEqual([])
})

it('the problems that the server found in a request stand on their fields', () => {
  const issues = [{ path: 'name', code: 'required', problem: 'Fill this in.' }]
  expect(fieldErrors(refusal('request.invalid', { fields: 'name', issues }), table, names, currentText())).toEqual([
    { name: 'name', errors: ['Fill this in.'] },
  ])
})

it('a problem of a field that is not shown puts the refusal on the whole form', () => {
  const issues = [
    { path: 'name', code: 'required', problem: 'Fill this in.' },
    { path: 'version', code: 'invalid', problem: 'This is not valid.' },
  ]
  expect(fieldErrors(refusal('request.invalid', { issues }), table, names, currentText())).toEqual([])
})
