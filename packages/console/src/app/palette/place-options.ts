import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import { menuOf } from '@gatehouse/contract/navigation.ts'
import { liveViewPath, pathTo } from '@gatehouse/contract/paths.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'
import type { Text } from '../../i18n/i18n.ts'
import { pagePath } from '../../lib/page-path.ts'
import { titleOf } from '../features.ts'
import { hasWords } from './match-name.ts'
import type { FoundPerson, Option } from './option.ts'
import { english } from './words/en.ts'
import { wordsOf } from './words/all-words.ts'
import type { Verb } from './words/spoken-words.ts'
import { currentLanguage } from '../../lib/language.ts'

const actions = [
  ['addStaff', pathTo('staff', { deptId: 0, below: 'new' }), ['staff.write']],
  ['addVisitor', pathTo('visitor', { below: 'new' }), ['visitor.write']],
  ['addDevice', pathTo('deviceList', { below: 'new' }), ['device.write']],
  ['addPolicy', pathTo('policies', { below: 'new' }), ['policy.write']],
  ['addBlacklisted', pathTo('blacklist', { below: 'new' }), ['blacklist.write']],
  ['importStaff', pathTo('staff', { deptId: 0, below: 'import' }), ['staff.write']],
  ['why', pathTo('policies', { below: 'why' }), ['policy.read']],
  ['faceSearch', pathTo('signRecord', { below: 'face-search' }), ['record.read']],
  ['liveView', liveViewPath, ['device.read', 'record.read']],
  ['openAlarms', pathTo('deviceAlarm', { query: { status: 'open' } }), ['alarm.read']],
  ['whoIsInside', pathTo('inside'), ['inside.read']],
  ['password', '/account/password', []],
] as const satisfies readonly [string, string, readonly Permission[]][]

/** The actions that this role may do, with their pages. */
export const actionsOf = (role: Role, t: Text): Option[] =>
  actions
    .filter(([, , wanted]) => wanted.every((permission) => can(role, permission)))
    .map(([name, to]) => ({
      key: `action-${name}`,
      section: 'deeds',
      text: t(`palette:actions.${name}`),
      picture: { kind: 'sign', name: name.startsWith('add') ? 'plus' : 'action' },
      act: { kind: 'go', to },
    }))

/** The actions that have to be typed, with what each needs. */
const typedActions = [
  ['open', 'live.control'],
  ['holdOpen', 'live.control'],
  ['suspend', 'person.suspend'],
  ['resume', 'person.suspend'],
  ['visitor', 'visitor.write'],
  ['why', 'record.read'],
  ['lockdown', 'lockdown.write'],
  ['emergency', 'lockdown.write'],
] as const satisfies readonly [Verb, Permission][]

/** Actions whose first letters are typed: choosing one writes its words, and their object follows. */
export function beginningsOf(typed: string, role: Role, t: Text): Option[] {
  const words = wordsOf[currentLanguage()]
  return typedActions
    .filter(([, permission]) => can(role, permission))
    .flatMap(([verb]): Option[] => {
      const own = [...words.verbs[verb], ...english.verbs[verb]].find((phrase) => !phrase.includes('…')) ?? ''
      const text = t(`palette:begin.${verb}`)
      if (typed !== '' && !own.startsWith(typed.toLowerCase()) && !hasWords(text, typed)) return []
      const sentence = words.isSpaced ? `${own} ` : own
      return [
        {
          key: `begin-${verb}`,
          section: 'deeds',
          text,
          hint: t(`palette:beginHint.${verb}`),
          subject: { kind: 'words', title: text },
          effect: t('palette:sayFor', { example: t(`palette:beginHint.${verb}`) }),
          picture: { kind: 'sign', name: 'action' },
          sentence,
          act: { kind: 'write', text: sentence },
        },
      ]
    })
}

/** The pages of this role's menu. */
export const pagesFor = (role: Role, t: Text): Option[] =>
  menuOf(role).flatMap(({ name, entries }) =>
    entries.map((entry) => ({
      key: `page-${entry}`,
      section: 'places',
      text: titleOf(entry),
      hint: entry === 'dashboard' || entry === 'live' ? undefined : t(`menu:groups.${name}`),
      picture: { kind: 'sign', name: 'page' },
      act: { kind: 'go', to: pagePath(entry) },
    })),
  )

/** The options whose title or heading has every typed word. */
export const matching = (options: readonly Option[], typed: string): Option[] =>
  options.filter(({ text, hint = '' }) => hasWords(`${text} ${hint}`, typed))

const pageOfPerson = {
  staff: (id: string) => pathTo('staffDetail', { query: { id } }),
  visitor: (id: string) => pathTo('visitorDetail', { query: { id } }),
  blacklisted: (id: string) => pathTo('blacklistDetail', { query: { id } }),
}

export const personPlace = (person: FoundPerson, t: Text): Option => ({
  key: `${person.kind}-${person.id}`,
  section: 'places',
  text: person.name,
  hint: [t(`palette:kind.${person.kind}`), person.hint].filter(Boolean).join(' · '),
  picture: { kind: 'face', image: person.portraitId === null ? null : { kind: 'portrait', id: person.portraitId } },
  subject: { kind: 'person', person },
  act: { kind: 'go', to: pageOfPerson[person.kind](person.id) },
})

export const doorPlace = (door: LiveDoor, t: Text): Option => ({
  key: `door-${door.id}`,
  section: 'places',
  text: door.name,
  hint: t('palette:kind.door'),
  picture: { kind: 'door', mark: door.mark },
  subject: { kind: 'door', door },
  act: { kind: 'go', to: pathTo('doorDetail', { query: { id: door.id } }) },
})

export const devicePlace = ({ id, name, location, serialNumber, isOnline }: DeviceSummary, t: Text): Option => ({
  key: `device-${id}`,
  section: 'places',
  text: name,
  hint: [t('palette:kind.device'), t(isOnline ? 'palette:online' : 'palette:offline'), location, serialNumber]
    .filter(Boolean)
    .join(' · '),
  picture: { kind: 'sign', name: 'device' },
  act: { kind: 'go', to: pathTo('deviceList', { below: id }) },
})
