import { ownSettingsSchema, wordsOfPages } from '@gatehouse/contract/device/own-settings.ts'
import type { DeviceSettings } from '@gatehouse/contract/device/link.ts'
import type { SettingDefinition, SettingsSchema, Words } from '@gatehouse/contract/device/settings-schema.ts'
import { livenessChallenges } from '@gatehouse/engine/passage/vocabulary.ts'
import { z } from 'zod'
import { possibleChoices } from '../core/program-settings.ts'

const challengeKey = 'activeChallenge'

/** The settings of our own terminals that a page in a browser cannot follow: wires, identity cards, entering people. */
const sections: readonly string[] = ['wiring', 'authorization']
const keys: readonly string[] = [
  'idCardThreshold',
  'successFields',
  'showAvatar',
  'doorMagnetSeconds',
  'fireWireLost',
  'exitWireLost',
  'doorbellButton',
  'buzzerAlarm',
]
const challenge: SettingDefinition = {
  kind: 'choice',
  section: 'recognition',
  key: challengeKey,
  default: 'none',
  label: { en: 'Active challenge', zh: '动作活体检测', 'zh-tw': '動作活體偵測' },
  hint: {
    en: 'Two actions in a drawn order, one a turn. Prints did not pass; of films of talk, 1 in 20 had a blink and a turn.',
    zh: '开门前要求按随机顺序完成两个动作，其中必有转头。用程序模拟的照片均未通过；恰好含有这些动作的视频可能通过，说话视频中约二十分之一含有眨眼和转头。',
    'zh-tw':
      '開門前要求依隨機順序完成兩個動作，其中必有轉頭。以程式模擬的照片均未通過；恰好含有這些動作的影片可能通過，說話影片中約二十分之一含有眨眼與轉頭。',
  },
  options: [
    { value: 'none', label: { en: 'None', zh: '不要求', 'zh-tw': '不要求' } },
    { value: 'blink', label: { en: 'Blink and turn the head', zh: '眨眼和转头', 'zh-tw': '眨眼與轉頭' } },
    { value: 'turn', label: { en: 'Turn the head to both sides', zh: '向两侧转头', 'zh-tw': '向兩側轉頭' } },
    { value: 'mouth', label: { en: 'Open the mouth and turn the head', zh: '张嘴和转头', 'zh-tw': '張嘴與轉頭' } },
    {
      value: 'any',
      label: {
        en: 'Turn the head, and blink or open the mouth',
        zh: '转头，另加眨眼或张嘴',
        'zh-tw': '轉頭，另加眨眼或張嘴',
      },
    },
  ],
}

const percent: Words = { en: '%', zh: '%', 'zh-tw': '%' }

const brightness = {
  kind: 'number',
  section: 'system',
  key: 'screenBrightness',
  min: 20,
  max: 100,
  step: 5,
  default: 100,
  unit: percent,
  label: { en: 'Screen brightness', zh: '屏幕亮度', 'zh-tw': '螢幕亮度' },
  hint: {
    en: 'A page can only darken what it shows: set the device itself to its brightest. The fill light is never darkened.',
    zh: '网页只能调暗自身画面，请先将设备本身的屏幕亮度调到最高。补光时不调暗。',
    'zh-tw': '網頁只能調暗自身畫面，請先將設備本身的螢幕亮度調到最高。補光時不調暗。',
  },
} satisfies SettingDefinition

const volume = {
  kind: 'number',
  section: 'prompts',
  key: 'soundVolume',
  min: 0,
  max: 100,
  step: 5,
  default: 80,
  unit: percent,
  label: { en: 'Volume', zh: '音量', 'zh-tw': '音量' },
  onlyWith: { key: 'voiceBroadcast', values: [true] },
} satisfies SettingDefinition

type Percent = { key: string; min: number; max: number; default: number }

const shareOf = (settings: DeviceSettings | undefined, { key, min, max, default: otherwise }: Percent) =>
  z.number().min(min).max(max).catch(otherwise).parse(settings?.[key]) / 100

/** The brightness of the page, 0.2..1. */
export const screenBrightnessOf = (settings: DeviceSettings | undefined) => shareOf(settings, brightness)
/** The volume of speech, 0..1. */
export const soundVolumeOf = (settings: DeviceSettings | undefined) => shareOf(settings, volume)

/** The challenge for everybody, by the settings. */
export const challengeOf = (settings: DeviceSettings | undefined) =>
  z
    .enum([...livenessChallenges, 'any', 'none'])
    .catch('none')
    .parse(settings?.[challengeKey])

/** The terminal's own relay is simulated on the page. */
const asShown = <T extends { value: string; label: Words }>(option: T): T =>
  option.value === 'local-relay' ? { ...option, label: wordsOfPages.localRelay } : option

/** The settings schema of a terminal in a browser: the console draws its form from this. */
export const browserSettings: SettingsSchema = {
  sections: ownSettingsSchema.sections.filter(({ key }) => !sections.includes(key)),
  settings: [
    challenge,
    brightness,
    volume,
    ...ownSettingsSchema.settings
      .filter(({ key, section }) => !sections.includes(section) && !keys.includes(key))
      .map((setting) => {
        if (setting.key === 'networkRelayAddress') return { ...setting, hint: wordsOfPages.relayHint }
        const values = possibleChoices[setting.key]
        if (!values || setting.kind !== 'choice') return setting
        return { ...setting, options: setting.options.filter(({ value }) => values.includes(value)).map(asShown) }
      }),
  ],
}
