import { expect, it } from 'vitest'
import { passwordStrength } from './password-rule.ts'

it('the strength follows length, kinds of characters, and variety', () => {
  expect(['aaaaaaaaaaaa', 'abc_1', 'aaaa1111'].map(passwordStrength)).toEqual(['weak', 'weak', 'weak'])
  expect(passwordStrength('gatehouse1')).toBe('fair')
  expect(passwordStrength('Gatehouse_2026')).toBe('strong')
})
