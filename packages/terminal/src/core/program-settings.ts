import { ownSettingsSchema } from '@gatehouse/contract/device/own-settings.ts'
import type { SettingsSchema } from '@gatehouse/contract/device/settings-schema.ts'

/**
 * Of the settings of a whole device, what the terminal program does nothing with: it has no wires of its own, no screen
 * that rests or shows pictures, no light, no reader of identity cards, and nobody enters people at it.
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
/** Of these choices only those that open something here. */
export const possibleChoices: Readonly<Record<string, readonly string[]>> = {
  verificationMode: [
    'face',
    'face-or-card',
    'face-and-card',
    'face-or-qr-code',
    'face-or-qr-code-or-card',
    'face-and-pin',
    'card-and-pin',
    'face-and-card-and-pin',
  ],
  doorOpenMethod: ['local-relay', 'network-relay'],
}

/** What the terminal program can be set to: it declares nothing that it has no code for. */
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
