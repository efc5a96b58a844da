import { languages } from '@gatehouse/contract/envelope.ts'
import { expect, it } from 'vitest'
import { languageEntries } from './language-menu.tsx'

it.each(languages)('[LAY-07] the menu disables %s while it is the current language, and only it', (current) => {
  const disabled = languageEntries(current).flatMap(({ key, disabledReason }) =>
    disabledReason === undefined ? [] : [key],
  )
  expect(disabled).toEqual([current])
})
