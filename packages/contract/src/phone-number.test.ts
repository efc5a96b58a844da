import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { phonePattern, readPhone, writtenPhone } from './phone-number.ts'

describe('[MAN-09] a phone number', () => {
  it.each([
    ['+49-15112345678', '+49 15112345678'],
    ['+1-4155550100', '+1 4155550100'],
    ['+86-13800001009', '+86 13800001009'],
    ['+49*******5678', '+49*******5678'],
    ['+10-123456', '+10-123456'],
    ['13800001009', '13800001009'],
    ['8001', '8001'],
  ])('the number %s is shown as %s', (stored, written) => expect(writtenPhone(stored)).toBe(written))

  it.each([
    ['13800001009', '13800001009'],
    ['138 0000 1009', '13800001009'],
    ['138-0000-1009', '13800001009'],
    ['１３８００００１００９', '13800001009'],
    ['020-12345678', '02012345678'],
    ['(0755) 8888 6666', '075588886666'],
    ['+86 138 0000 1009', '13800001009'],
    ['008613800001009', '13800001009'],
    ['+86-20-12345678', '02012345678'],
    ['+86 10 1234 5678', '01012345678'],
    ['+39 06 12345678', '+39-0612345678'],
    ['+4915112345678', '+49-15112345678'],
    ['+49 (0)151 12345678', '+49-15112345678'],
    ['0049 151 12345678', '+49-15112345678'],
    ['+1 (415) 555-0100', '+1-4155550100'],
    ['+852 9123 4567', '+852-91234567'],
    ['+886 912 345 678', '+886-912345678'],
    ['+10-123456', '+10-123456'],
    ['+852-91234567', '+852-91234567'],
    ['8001', '8001'],
    ['12345', '12345'],
  ])('the text %j is read as the number %s', (typed, stored) => expect(readPhone(typed)).toBe(stored))

  it.each([
    '12',
    'call me',
    '138x0000',
    '+',
    '+49',
    '',
    '123456789012345678901',
    '1;drop',
    '++49 151 1234567',
    '+10123456',
  ])('the text %j is not a phone number', (typed) => expect(readPhone(typed)).toBeUndefined())

  it('a number keeps the code of the mainland if the caller asks for it', () => {
    expect(readPhone('+86 138 0000 1009', { keepsOwnCode: true })).toBe('+86-13800001009')
  })

  it('a stored number is read as itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^(\d{3,20}|\+\d{1,4}-\d{3,15})$/), (typed) => {
        const read = readPhone(typed)
        // Only the mainland's code and the prefix of calls abroad are interpreted.
        if (/^(\+86-|00[1-9])/.test(typed)) return
        expect(read).toBe(typed)
        expect(typed).toMatch(phonePattern)
      }),
    )
  })
})
