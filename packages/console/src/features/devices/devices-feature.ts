import { textSource, textsOf } from '../../i18n/text-source.ts'
import { doorNowTexts } from '../../parts/door-now/door-now-texts.ts'
import type * as english from './texts/en.ts'

type English = typeof english
declare module '../../i18n/areas.ts' {
  interface Areas extends English {}
}

export const devicesTexts = textSource({
  en: () => import('./texts/en.ts'),
  zh: () => import('./texts/zh.ts'),
  'zh-tw': () => import('./texts/zh-tw.ts'),
})

export const devicesPages = {
  deviceList: {
    title: { en: 'Device list', zh: '设备列表', 'zh-tw': '設備清單' },
    load: () => import('./devices-page.tsx'),
    texts: textsOf(devicesTexts, doorNowTexts),
  },
}
