import { expect, it } from 'vitest'
import { canBeTyped, isPasswordForm } from './password-policy.ts'

it.each([
  ['abc_12', true],
  ['12345', false],
  ['a'.repeat(25), true],
  ['a'.repeat(26), false],
  ['with-dash', false],
  ['中文密码', false],
  ['', false],
])('[BU-02] the password %s is of the right form: %s', (password, fits) => expect(isPasswordForm(password)).toBe(fits))

it('[LOGIN-01] the sign-in takes every password that an account may have, up to the size that its key can encrypt', () => {
  expect([6, 16, 17, 25, 128].every((length) => canBeTyped('a'.repeat(length)))).toBe(true)
  expect(canBeTyped('a'.repeat(129))).toBe(false)
  expect([canBeTyped('门'.repeat(81)), canBeTyped('门'.repeat(82))]).toEqual([true, false])
})
