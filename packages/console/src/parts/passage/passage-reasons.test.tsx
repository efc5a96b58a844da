import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '../../i18n/i18n.ts'
import { PassageReasons } from './passage-reasons.tsx'

beforeAll(async () => {
  await startI18n()
  await changeLanguage('en')
})
afterEach(cleanup)

const linesOf = (codes: readonly string[], opens: boolean) => {
  render(<PassageReasons reasons={codes.map((code) => ({ code }))} names={{}} opens={opens} abnormal="none" />)
  return screen
    .getAllByRole('listitem')
    .filter(({ dataset }) => dataset['outcome'] !== 'not-asked')
    .map(({ dataset }) => [dataset['outcome'], dataset['opens']])
}

it('the reason that opened a door is marked as one that opens', () => {
  expect(linesOf(['group-bound', 'inside-range'], true)).toEqual([
    ['passed', 'true'],
    ['decided', 'true'],
  ])
})

it('the reason for which the server would have refused is marked as a refusal where the terminal opened by itself', () => {
  expect(linesOf(['server-refuses', 'group-bound', 'outside-ranges'], true)).toEqual([
    ['decided', 'true'],
    ['passed', 'false'],
    ['decided', 'false'],
  ])
})

it('the reason for which the server would have opened is marked as one that opens where the terminal refused by itself', () => {
  expect(linesOf(['server-opens', 'inside-range'], false)).toEqual([
    ['decided', 'false'],
    ['decided', 'true'],
  ])
})

it.each([
  ['stranger', false, 'The device does not know this person, so the door stayed closed.'],
  ['stranger', true, 'The device said only this: Unknown at this device.'],
  ['wrong-pin', false, 'The device said only this: Wrong PIN.'],
  ['none', false, 'The device gave no reason.'],
])('a device that tells no reasons and the word %s (opened: %s) is told in one sentence', (abnormal, opens, said) => {
  const { container } = render(<PassageReasons reasons={[]} names={{}} opens={opens} abnormal={abnormal} />)
  expect(container.textContent).toBe(said)
})
