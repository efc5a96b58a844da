import { languages } from '@gatehouse/contract/envelope.ts'
import { alarmTypeTexts } from '@gatehouse/contract/texts/alarm-types.ts'
import { expect, it } from 'vitest'
import { loadCatalog } from './catalogs.ts'

it.each(languages)('kinds of alarm have one name in %s, in the console as in mails', async (language) => {
  expect((await loadCatalog(language, 'bell')).type).toEqual(alarmTypeTexts[language])
})
