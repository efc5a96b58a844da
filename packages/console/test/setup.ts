import { configure } from '@testing-library/react'
import { afterAll } from 'vitest'
import { changeCommonSettings, defaultCommonSettings } from '../src/lib/common-settings.ts'
import { keepLanguage } from '../src/lib/language.ts'
import { setUser } from '../src/lib/session.ts'

// How long a page may take is no test's business: on a busy machine a second is soon over.
configure({ asyncUtilTimeout: 30_000 })

// Files share their modules; what one of them leaves there is nothing of the next.
afterAll(() => {
  changeCommonSettings(defaultCommonSettings)
  setUser(null)
  keepLanguage('en')
})
