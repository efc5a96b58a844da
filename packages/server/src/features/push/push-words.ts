import type { Language } from '@gatehouse/contract/envelope.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { PushNotice } from './push-actions.ts'

const words = {
  en: {
    alarm: 'An alarm at a door',
    alarmAt: (door: string) => `An alarm at ${door}`,
    visit: 'A visit waits for an answer',
    test: 'A test: notices reach this browser',
  },
  zh: {
    alarm: '有一扇门发生告警',
    alarmAt: (door: string) => `${door}发生告警`,
    visit: '有一条来访待审核',
    test: '测试：此浏览器可以收到通知',
  },
  'zh-tw': {
    alarm: '有一扇門發生警報',
    alarmAt: (door: string) => `${door}發生警報`,
    visit: '有一筆來訪待審核',
    test: '測試：此瀏覽器可以收到通知',
  },
} as const satisfies Record<Language, object>

/** The text of a notice that somebody sends to their own browser; it opens the page where they did. */
export const testText = (language: Language) => ({
  title: words[language].test,
  path: pathTo('account'),
  tag: 'test',
})

/** The text that a browser shows: no name of a person, no kind of alarm, and the door only where the setting says so. */
export function pushText(notice: PushNotice, language: Language, namesDoors: boolean) {
  const text = words[language]
  if (notice.kind === 'visit') return { title: text.visit, path: pathTo('visitor', { below: 'visits' }), tag: 'visit' }
  return {
    title: namesDoors ? text.alarmAt(notice.door) : text.alarm,
    path: pathTo('deviceAlarm', { below: notice.id }),
    tag: `alarm-${notice.id}`,
  }
}
