import type { Host } from '@gatehouse/contract/features/visitors.ts'
import { can, type Role } from '@gatehouse/contract/permissions.ts'
import { startingPeriod } from '../../features/visitors/visitor-period.ts'
import type { Text } from '../../i18n/i18n.ts'
import { completeName } from './match-name.ts'
import type { FoundPerson, Option, Picture } from './option.ts'
import { namedDay, namedEnd, namedTime, suspensionOf, visitOf } from './palette-moment.ts'
import type { Said } from './words/read-said.ts'

const faceOf = ({ portraitId }: FoundPerson): Picture => ({
  kind: 'face',
  image: portraitId === null ? null : { kind: 'portrait', id: portraitId },
})

/** Whether the role may suspend this person: visitors alone, for those who see no staff. */
const maySuspend = (role: Role, { kind }: FoundPerson) => kind !== 'blacklisted' && can(role, 'person.suspend')

function suspendDeed(person: FoundPerson, moment: Said['moment'], t: Text, sentence?: string): Option {
  const { name } = person
  const period = suspensionOf(moment)
  const option = {
    key: `suspend-${person.id}`,
    section: 'deeds',
    picture: faceOf(person),
    subject: { kind: 'person', person },
    sentence,
  } as const
  const to = period?.toAt ? namedTime(period.toAt, t) : ''
  const from = period?.fromAt ? namedTime(period.fromAt, t) : ''
  const form = from !== '' ? 'From' : to !== '' ? 'Until' : ''
  return {
    ...option,
    text: t(`palette:suspend.text${form}`, {
      name,
      from: period?.fromAt ? namedDay(period.fromAt, t) : '',
      to: period?.toAt ? namedDay(period.toAt, t) : '',
    }),
    hint: moment ? undefined : person.hint,
    effect: period ? t(`palette:suspend.effect${form}`, { name, from, to }) : t('palette:over'),
    act: {
      kind: 'do',
      deed: { kind: 'suspend', person, fromAt: period?.fromAt, toAt: period?.toAt ?? null },
      isOff: period === undefined,
    },
  }
}

function resumeDeed(person: FoundPerson, t: Text, sentence?: string): Option {
  const { name, suspension } = person
  return {
    key: `resume-${person.id}`,
    section: 'deeds',
    text: t('palette:resume.text', { name }),
    hint: person.hint,
    picture: faceOf(person),
    subject: { kind: 'person', person },
    effect: t(suspension ? 'palette:resume.effect' : 'palette:resume.none', { name }),
    sentence,
    act: { kind: 'do', deed: { kind: 'resume', person }, isOff: suspension === null },
  }
}

/** Actions that were said, for the people that the search has found. */
export function personDeeds(said: Said, typed: string, people: readonly FoundPerson[], role: Role, t: Text): Option[] {
  const meant = people.filter((person) => maySuspend(role, person))
  const sentence = ({ name }: FoundPerson) => completeName(typed, said.what, name)
  if (said.verb === 'suspend') return meant.map((person) => suspendDeed(person, said.moment, t, sentence(person)))
  if (said.verb !== 'resume') return []
  return meant
    .toSorted((a, b) => Number(b.suspension !== null) - Number(a.suspension !== null))
    .map((person) => resumeDeed(person, t, sentence(person)))
}

/** Actions for a person who was found by their name alone. */
export function deedsOfPerson(person: FoundPerson, role: Role, t: Text): Option[] {
  if (!maySuspend(role, person)) return []
  return [person.suspension === null ? suspendDeed(person, null, t) : resumeDeed(person, t)]
}

type Hosts = { found: readonly Host[]; isKnown: boolean }

/** Visitors of that name who come again, and a new one. */
export function visitorDeeds(
  said: Said,
  typed: string,
  people: readonly FoundPerson[],
  hosts: Hosts,
  t: Text,
): Option[] {
  if (said.verb !== 'visitor' || said.what === '') return []
  const period = said.moment ? visitOf(said.moment) : startingPeriod()
  const host = said.host === '' ? undefined : hosts.found[0]
  const isHostUnknown = said.host !== '' && hosts.isKnown && !host
  const isOff = period === undefined || (said.host !== '' && !host)
  const times = {
    from: period ? namedTime(period.validFromAt, t) : '',
    to: period ? namedEnd(period.validToAt, t) : '',
  }
  const effectOf = (form: 'new' | 'again', name: string) => {
    if (!period) return t('palette:over')
    if (isHostUnknown) return t('palette:visitor.noHost', { host: said.host })
    const words = t(`palette:visitor.${form}Effect`, { name, ...times })
    return host ? t('palette:both', { first: words, second: t('palette:visitor.host', { host: host.name }) }) : words
  }
  const shared = { section: 'deeds', hint: host && t('palette:visitor.hostHint', { host: host.name }) } as const
  const validity = period ?? { validFromAt: '', validToAt: '' }
  const again = people.flatMap((person): Option[] => {
    const { id, name, visit } = person
    if (!visit) return []
    const deed = {
      kind: 'visitAgain',
      visitor: { id, name, ...visit },
      hostId: host?.id ?? visit.hostId,
      ...validity,
    } as const
    return [
      {
        ...shared,
        key: `again-${id}`,
        text: t('palette:visitor.again', { name, ...times }),
        picture: faceOf(person),
        subject: { kind: 'person', person },
        effect: effectOf('again', name),
        sentence: completeName(typed, said.what, name),
        act: { kind: 'do', deed, isOff },
      },
    ]
  })
  const fresh: Option = {
    ...shared,
    key: 'visitor-new',
    text: t('palette:visitor.new', { name: said.what, ...times }),
    picture: { kind: 'sign', name: 'plus' },
    subject: { kind: 'words', title: said.what },
    effect: effectOf('new', said.what),
    act: { kind: 'do', deed: { kind: 'visitor', name: said.what, hostId: host?.id ?? null, ...validity }, isOff },
  }
  return [fresh, ...again]
}
