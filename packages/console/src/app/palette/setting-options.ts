import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import type { listSettingsSchemas } from '@gatehouse/contract/features/device-settings.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'
import type { Reply } from '@gatehouse/contract/route.ts'
import type { Text, TextKey } from '../../i18n/text.ts'
import { currentLanguage } from '../../lib/language.ts'
import { titleOf } from '../features.ts'
import { hasWords } from './match-name.ts'
import type { Option } from './option.ts'

type Setting = { label: TextKey; hint?: TextKey; to: string }
const company = (name: string) => `${pathTo('company', { below: 'edit' })}#field-${name}`
const clock = (name: string) => `${pathTo('serviceConfig', { below: 'time' })}#field-${name}`
const mail = (name: string) => `${pathTo('serviceConfig', { below: 'mail' })}#field-${name}`

const settings: readonly { page: 'company' | 'serviceConfig'; permission: Permission; fields: readonly Setting[] }[] = [
  {
    page: 'company',
    permission: 'company.write',
    fields: [
      { label: 'company:field.name', to: company('name') },
      { label: 'company:field.welcome', hint: 'company:welcomeHint', to: company('welcome') },
      { label: 'company:field.introduction', to: company('introduction') },
      { label: 'company:field.timeZone', hint: 'company:zoneHint', to: company('timeZone') },
      { label: 'company:field.qualityLevel', hint: 'company:qualityHint', to: company('qualityLevel') },
      { label: 'company:pictures', hint: 'company:picturesText', to: pathTo('company') },
    ],
  },
  {
    page: 'serviceConfig',
    permission: 'service-config.manage',
    fields: [
      { label: 'service:clock.mode', hint: 'service:clock.text', to: clock('mode') },
      { label: 'service:clock.servers', hint: 'service:clock.serversHint', to: clock('servers') },
      { label: 'service:mail.title', hint: 'service:mail.text', to: mail('serverHost') },
      { label: 'service:mail.port', hint: 'service:mail.portHint', to: mail('port') },
      { label: 'service:mail.security', to: mail('security') },
      { label: 'service:mail.account', hint: 'service:mail.accountHint', to: mail('account') },
      { label: 'service:mail.password', hint: 'service:mail.passwordHint', to: mail('password') },
      { label: 'service:mail.senderAddress', to: mail('sender') },
      { label: 'service:mail.senderName', to: mail('senderName') },
      { label: 'service:mail.authority', hint: 'service:mail.authorityHint', to: mail('certificateAuthority') },
      { label: 'service:kept.records', hint: 'service:kept.text', to: pathTo('signRecord', { below: 'settings' }) },
      { label: 'service:kept.alarms', hint: 'service:kept.text', to: pathTo('deviceAlarm', { below: 'settings' }) },
      { label: 'service:kept.disk', hint: 'service:kept.text', to: pathTo('dashboard', { below: 'storage' }) },
    ],
  },
]

/** The settings of the company and the platform that this role may change, each with the address of its field. */
export const settingsFor = (role: Role, t: Text): Option[] =>
  settings
    .filter(({ permission }) => can(role, permission))
    .flatMap(({ page, fields }) =>
      fields.map(({ label, hint, to }) => ({
        key: `setting-${to}`,
        section: 'settings',
        text: t(label),
        hint: titleOf(page),
        picture: { kind: 'sign', name: 'setting' },
        subject: hint && { kind: 'words', title: t(label) },
        effect: hint && t(hint),
        act: { kind: 'go', to },
      })),
    )

const maxDeviceSettings = 6
const maxNamed = 3

/**
 * Settings of devices, by the words that their models give them. Words beside them name the device: "fill light main entrance"; without
 * any the first devices are offered.
 */
export function deviceSettings(
  typed: string,
  schemas: Reply<typeof listSettingsSchemas>,
  devices: readonly DeviceSummary[],
  t: Text,
): Option[] {
  const language = currentLanguage()
  const definitions = schemas.flatMap(({ models, schema }) => schema.settings.map((setting) => ({ models, setting })))
  return definitions
    .flatMap(({ models, setting }) =>
      devices
        .filter(({ model }) => model === null || models.includes(model))
        .filter(
          ({ name }) => hasWords(setting.label[language], typed) || isNamedToo(typed, setting.label[language], name),
        )
        .slice(0, maxNamed)
        .map(({ id, name }): Option => ({
          key: `setting-${id}-${setting.key}`,
          section: 'settings',
          text: setting.label[language],
          hint: t('palette:settingOf', { device: name }),
          picture: { kind: 'sign', name: 'setting' },
          subject: { kind: 'words', title: setting.label[language] },
          effect: setting.hint?.[language],
          act: {
            kind: 'go',
            to: `${pathTo('deviceList', { below: id, query: { tab: 'settings' } })}#field-${setting.key}`,
          },
        })),
    )
    .slice(0, maxDeviceSettings)
}

/** Every word is of the setting or of the device, and each has one. */
function isNamedToo(typed: string, label: string, device: string): boolean {
  const words = typed.split(/\s+/).filter(Boolean)
  const ofLabel = words.filter((word) => hasWords(label, word))
  const ofDevice = words.filter((word) => hasWords(device, word))
  return (
    ofLabel.length > 0 &&
    ofDevice.length > 0 &&
    words.every((word) => ofLabel.includes(word) || ofDevice.includes(word))
  )
}
