import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'

/**
 * The settings of a whole device that the terminal program does not follow: it has no wires, no screen that rests or
 * shows pictures, no light, no reader of identity cards, and nobody enters people at it.
 */
const sections: ReadonlySet<string> = new Set(['wiring', 'authorization'])
const keys: ReadonlySet<string> = new Set([
  'personMode',
  'idCardThreshold',
  'successFields',
  'showAvatar',
  'doorbellButton',
  'buzzerAlarm',
  'language',
  'fillLight',
  'welcomeText',
])
/** Of these choices only the ones that open a door here. */
export const possibleChoices: Readonly<Record<string, readonly string[]>> = {
  verificationMode: [
    'face',
    'face-or-card',
    'face-and-card',
    'face-or-qr-code',
    'face-and-qr-code',
    'face-or-qr-code-or-card',
    'face-and-pin',
    'card-and-pin',
    'face-and-card-and-pin',
  ],
  doorOpenMethod: ['local-relay', 'network-relay'],
}

/** The settings schema of the terminal program: it declares no setting without code. */
export const programSettings: SettingsSchema = {
  sections: ownSettingsSchema.sections.filter(({ key }) => !sections.has(key)),
  settings: ownSettingsSchema.settings
    .filter(({ key, section }) => !sections.has(section) && !keys.has(key))
    .map((setting) => {
      const values = possibleChoices[setting.key]
      if (!values || setting.kind !== 'choice') return setting
      return { ...setting, options: setting.options.filter(({ value }) => values.includes(value)) }
    }),
}
