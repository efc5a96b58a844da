import type { DeviceSummary } from '@gatehouse/contract/features/devices.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import type { Host } from '@gatehouse/contract/features/visitors.ts'
import { can, type Permission, type Role } from '@gatehouse/contract/permissions.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Text, useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { recentThings } from '../../lib/recent-things.ts'
import { useUser } from '../../lib/session.ts'
import { useLacksOf } from '../../parts/device/command-lacks.ts'
import { deedsOfDoor, doorDeeds } from './door-options.ts'
import { lockdownDeeds } from './lockdown-options.ts'
import { byName, hasWords } from './match-name.ts'
import { type FoundPerson, type Option, type SectionName, sectionNames } from './option.ts'
import { wallNow } from './palette-moment.ts'
import { deedsOfPerson, personDeeds, visitorDeeds } from './person-options.ts'
import { actionsOf, beginningsOf, devicePlace, doorPlace, matching, pagesFor, personPlace } from './place-options.ts'
import { questionOf, recordListOption, recordOption, refusedToday } from './record-options.ts'
import {
  deviceQueries,
  doorsQuery,
  firstDevicesQuery,
  hostQueries,
  peopleQueries,
  recordQueries,
  schemasQuery,
  sitesQuery,
} from './searches.ts'
import { deviceSettings, settingsFor } from './setting-options.ts'
import { readSaid, type Said } from './words/read-said.ts'
import type { Verb } from './words/spoken-words.ts'

const quietMs = 90
const maxDoors = 4
const ofPeople: ReadonlySet<Verb> = new Set(['suspend', 'resume', 'visitor'])

/** The options of the palette for a text, in sections, as far as the role may. */
export function useOptions(typed: string) {
  const t = useText()
  const user = useUser()
  const said = useMemo(() => readSaid(typed, wallNow()), [typed])
  const found = useFound(useQuiet(typed), user?.role.name)
  const options = user ? optionsFor({ said, typed, role: user.role.name, found }, user.id, t) : []
  const sections = orderOf(typed, said)
    .map((name) => ({ name, options: options.filter(({ section }) => section === name) }))
    .filter((section) => section.options.length > 0)
  const isSearching = found.isSearching || found.isAwaitingPlaces || found.keyword !== typed
  return { sections, isSearching, error: found.error }
}

/** No action was typed, or its object is still to come: the text may be a name as well. */
const isAboutNothing = (said: readonly Said[]) =>
  said.every(({ verb, what, where }) => what === '' && where === '' && verb !== 'lockdown' && verb !== 'emergency')

/** Actions before places; but where none is typed, what is found comes before what may be done with it. */
const orderOf = (typed: string, said: readonly Said[]): readonly SectionName[] =>
  typed === ''
    ? ['before', 'deeds', 'places']
    : !isAboutNothing(said)
      ? sectionNames
      : ['places', 'deeds', 'settings', 'records', 'before']

const optionsFor = (asked: Asked, accountId: string, t: Text): Option[] =>
  asked.typed === ''
    ? beforeTyping(accountId, asked.role, t)
    : [...spoken(asked, t), ...unspoken(asked, t), ...before(accountId, asked.typed)]

type Found = ReturnType<typeof useFound>
type Asked = { said: readonly Said[]; typed: string; role: Role; found: Found }

/** Before anything is typed: the latest actions, and those that are possible. */
const beforeTyping = (accountId: string, role: Role, t: Text): Option[] => [
  ...before(accountId, '').slice(0, 5),
  ...beginningsOf('', role, t),
  ...actionsOf(role, t),
  ...pagesFor(role, t),
]

function before(accountId: string, typed: string): Option[] {
  return recentThings(accountId)
    .filter(({ text }) => hasWords(text, typed))
    .slice(0, typed === '' ? 5 : 3)
    .map(({ text, to, sentence = '', at }) => ({
      key: `before-${text}`,
      section: 'before',
      text,
      hint: companyTime(at, 'minute').slice(5),
      picture: { kind: 'sign', name: to === undefined ? 'action' : 'page' },
      act: to === undefined ? { kind: 'write', text: sentence } : { kind: 'go', to },
    }))
}

/** The actions of the text, with the things that they mean. */
function spoken({ said, typed, role, found }: Asked, t: Text): Option[] {
  const { doors, sites, people, hosts } = found
  const ofPerson = said.find(({ verb }) => ofPeople.has(verb))
  // nothing is done to somebody whom a shorter text has found
  const isFresh = found.keyword === typed && !found.isSearching
  return [
    ...(can(role, 'live.control') ? doorDeeds(said, typed, found, t) : []),
    ...(can(role, 'lockdown.write') ? said.flatMap((one) => lockdownDeeds(one, { sites, doors }, t)) : []),
    ...(ofPerson && isFresh ? personDeeds(ofPerson, typed, people, role, t) : []),
    ...(ofPerson && isFresh && can(role, 'visitor.write') ? visitorDeeds(ofPerson, typed, people, hosts, t) : []),
  ]
}

/** The things that the words of the text find. */
function unspoken({ said, typed, role, found }: Asked, t: Text): Option[] {
  const { doors, people, devices, records, question, schemas } = found
  const object = said[0]?.what || typed
  const meant = object === '' ? [] : byName(doors, object).slice(0, maxDoors)
  const [door] = meant
  const [person] = people
  const isAlone = isAboutNothing(said)
  const isFresh = found.keyword === typed && !found.isSearching
  return [
    ...matching(pagesFor(role, t), typed),
    ...meant.map((one) => doorPlace(one, t)),
    ...(door && can(role, 'record.read') ? [refusedToday(door, t)] : []),
    ...people.map((one) => personPlace(one, t)),
    ...devices.map((one) => devicePlace(one, t)),
    ...(isAlone && door && can(role, 'live.control')
      ? deedsOfDoor({ door, lacks: found.lacksOf(door.deviceIds) }, t)
      : []),
    ...(isAlone && person && isFresh ? deedsOfPerson(person, role, t) : []),
    ...(isAlone ? beginningsOf(typed, role, t) : []),
    ...matching(actionsOf(role, t), typed),
    ...matching(settingsFor(role, t), typed),
    ...(isAlone ? deviceSettings(typed, schemas, found.firstDevices, t) : []),
    ...records.map((record) => recordOption(record, t)),
    ...(question && records.length > 0 ? [recordListOption(question, t)] : []),
  ]
}

/** The answers of the server for a text that has stood still for a moment. */
function useFound(keyword: string, role: Role | undefined) {
  const may = (permission: Permission) => role !== undefined && can(role, permission)
  const said = useMemo(() => readSaid(keyword, wallNow()), [keyword])
  const isAlone = isAboutNothing(said)
  const lacksOf = useLacksOf()
  const house = useQuery({ ...doorsQuery, enabled: may('live.doors') })
  const sites = useQuery({ ...sitesQuery, enabled: may('lockdown.write') })
  const hasSettings = may('device.read') && isAlone && keyword !== ''
  const schemas = useQuery({ ...schemasQuery, enabled: hasSettings })
  const firstDevices = useQuery({ ...firstDevicesQuery, enabled: hasSettings })
  const doors = house.data?.doors ?? []
  const ofPerson = said.find(({ verb }) => ofPeople.has(verb))
  const why = said.find(({ verb }) => verb === 'why')
  const question = why || isAlone ? questionOf(keyword, why, doors) : null
  const name = isAlone ? keyword : (ofPerson?.what ?? '')
  const people = useQueries({ queries: role ? peopleQueries(role, name) : [], combine: joinedAnswers<FoundPerson> })
  const hosts = useQueries({
    queries: role ? hostQueries(role, ofPerson?.host ?? '') : [],
    combine: joinedAnswers<Host>,
  })
  const devices = useQueries({
    queries: role && isAlone ? deviceQueries(role, keyword) : [],
    combine: joinedAnswers<DeviceSummary>,
  })
  const records = useQueries({
    queries: role ? recordQueries(role, question) : [],
    combine: joinedAnswers<RecognitionRecord>,
  })
  const asked = [people, hosts, devices, records]
  return {
    keyword,
    doors,
    lacksOf,
    sites: sites.data ?? [],
    schemas: schemas.data ?? [],
    firstDevices: firstDevices.data ?? [],
    question,
    people: people.items,
    hosts: { found: hosts.items, isKnown: !hosts.isPending },
    devices: devices.items,
    records: records.items,
    isSearching: asked.some(({ isPending }) => isPending),
    isAwaitingPlaces: house.isLoading || sites.isLoading,
    error: house.error ?? asked.find(({ error }) => error !== null)?.error ?? null,
  }
}

type Answer<T> = { data: readonly T[] | undefined; isPending: boolean; error: Error | null }

/** The answers of several searches as one. */
const joinedAnswers = <T>(answers: readonly Answer<T>[]) => ({
  items: answers.flatMap(({ data }) => data ?? []),
  isPending: answers.some(({ isPending }) => isPending),
  error: answers.find(({ error }) => error !== null)?.error ?? null,
})

/** The text, once it has stood still for a moment. */
function useQuiet(text: string): string {
  const [quiet, setQuiet] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(text), quietMs)
    return () => clearTimeout(timer)
  }, [text])
  return quiet
}
