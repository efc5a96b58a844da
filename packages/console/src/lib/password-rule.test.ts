import { expect, it } from 'vitest'
import { isPasswordForm, passwordStrength } from './password-rule.ts'

it('a new password has 6 to 16 letters, digits or underscores: what is longer could not be typed at login', () => {
  expect(['abc_12', 'A'.repeat(16)].every(isPasswordForm)).toBe(true)
  expect(['abc12', 'A'.repeat(17), 'with space', 'münchen', 'a-b-c-d', ''].some(isPasswordForm)).toBe(false)
})

it('the strength follows length, kinds of characters, and variety', () => {
  expect(['aaaaaaaaaaaa', 'abc_1', 'aaaa1111'].map(passwordStrength)).toEqual(['weak', 'weak', 'weak'])
  expect(passwordStrength('gatehouse1')).toBe('fair')
  expect(passwordStrength('Gatehouse_2026')).toBe('strong')
})
