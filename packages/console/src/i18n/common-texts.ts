import { textSource } from './text-source.ts'

const bellTexts = textSource({
  en: () => import('./en/bell.ts'),
  zh: () => import('./zh/bell.ts'),
  'zh-tw': () => import('./zh-tw/bell.ts'),
})

export const errorsTexts = textSource({
  en: () => import('./en/errors.ts'),
  zh: () => import('./zh/errors.ts'),
  'zh-tw': () => import('./zh-tw/errors.ts'),
})

export const formTexts = textSource({
  en: () => import('./en/form.ts'),
  zh: () => import('./zh/form.ts'),
  'zh-tw': () => import('./zh-tw/form.ts'),
})

const frameTexts = textSource({
  en: () => import('./en/frame.ts'),
  zh: () => import('./zh/frame.ts'),
  'zh-tw': () => import('./zh-tw/frame.ts'),
})

const listTexts = textSource({
  en: () => import('./en/list.ts'),
  zh: () => import('./zh/list.ts'),
  'zh-tw': () => import('./zh-tw/list.ts'),
})

const menuTexts = textSource({
  en: () => import('./en/menu.ts'),
  zh: () => import('./zh/menu.ts'),
  'zh-tw': () => import('./zh-tw/menu.ts'),
})

export const paletteTexts = textSource({
  en: () => import('./en/palette.ts'),
  zh: () => import('./zh/palette.ts'),
  'zh-tw': () => import('./zh-tw/palette.ts'),
})

export const phoneTexts = textSource({
  en: () => import('./en/phone.ts'),
  zh: () => import('./zh/phone.ts'),
  'zh-tw': () => import('./zh-tw/phone.ts'),
})

const sharedTexts = textSource({
  en: () => import('./en/shared.ts'),
  zh: () => import('./zh/shared.ts'),
  'zh-tw': () => import('./zh-tw/shared.ts'),
})

/** The texts of the frame, and of the lists, forms and parts that pages are made of. */
export const consoleTexts = [frameTexts, menuTexts, errorsTexts, bellTexts, listTexts, formTexts, sharedTexts]
