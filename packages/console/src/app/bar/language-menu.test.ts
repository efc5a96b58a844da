import { languages } from '@gatehouse/contract/envelope.ts'
import { expect, it } from 'vitest'
import { languageItems } from './language-menu.tsx'

it.each(languages)('[LAY-07] the menu disables %s while it is the current language, and only it', (current) => {
  const disabled = languageItems(current).flatMap((item) =>
    item && 'disabled' in item && item.disabled ? [item.key] : [],
  )
  expect(disabled).toEqual([current])
})
