import { z } from 'zod'
import type { Language } from '@gatehouse/contract/envelope.ts'
import { useState, type ComponentType } from 'react'
import { errorsTexts, phoneTexts } from '../i18n/common-texts.ts'
import { loadPhoneCatalogs, PhoneCatalogs } from '../i18n/phone-texts.ts'
import { currentLanguage, keepLanguage } from '../lib/language.ts'
import { PhoneFrame } from '../parts/phone/phone-frame.tsx'
import { PhoneUnknown } from '../parts/phone/phone-unknown.tsx'
import { phonePageAt } from './phone-pages.ts'

// As in the console: the content security policy forbids making code from text.
z.config({ jitless: true })

/** The page that a link on a phone leads to, in the phone's language, inside its frame. */
export async function openPhone() {
  const found = phonePageAt(location)
  const texts = [phoneTexts, errorsTexts, ...(found?.page.texts ?? [])]
  const load = (language: Language) => loadPhoneCatalogs(language, texts)
  const [catalogs, module] = await Promise.all([load(currentLanguage()), found?.page.load()])
  return (
    <PhoneApp
      startCatalogs={catalogs}
      load={load}
      Page={module?.Page ?? PhoneUnknown}
      token={found?.token ?? ''}
      isScreen={found?.page.isScreen ?? false}
    />
  )
}

type Catalogs = Awaited<ReturnType<typeof loadPhoneCatalogs>>

function PhoneApp(props: {
  startCatalogs: Catalogs
  load: (language: Language) => Promise<Catalogs>
  Page: ComponentType<{ token: string }>
  token: string
  isScreen: boolean
}) {
  const { Page } = props
  const [catalogs, setCatalogs] = useState(props.startCatalogs)
  const changeLanguage = async (language: Language) => {
    const next = await props.load(language)
    keepLanguage(language)
    setCatalogs(next)
  }
  return (
    <PhoneCatalogs value={catalogs}>
      {props.isScreen ? (
        <Page token={props.token} />
      ) : (
        <PhoneFrame onLanguage={(language) => void changeLanguage(language)}>
          <Page token={props.token} />
        </PhoneFrame>
      )}
    </PhoneCatalogs>
  )
}
