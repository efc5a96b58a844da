import { stepOfReason } from '@gatehouse/contract/device/passage-steps.ts'
import { knownReasonCode, type PassageReason } from '@gatehouse/contract/device/passage-words.ts'
import type { WhoMayPass } from '@gatehouse/contract/features/policies/who-may-pass.ts'
import type { RecordDetail } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'

export type Change = {
  key:
    | 'intoGroup'
    | 'giveDoor'
    | 'hours'
    | 'timetable'
    | 'suspension'
    | 'leaving'
    | 'period'
    | 'blacklist'
    | 'lockdown'
    | 'held'
    | 'service'
    | 'liveness'
    | 'portrait'
    | 'alike'
    | 'pass'
    | 'credential'
    | 'place'
    | 'rules'
  /** The names in its sentence; that of a group as it is stored. */
  words: { name?: string; door?: string; group?: string; timetable?: string }
  /** The effect that a preview tells; absent where the sentence says it all. */
  about?: {
    effect: 'doorsOfGroup' | 'groupsOfPerson' | 'hoursOfGroup' | 'placesOfTimetable'
    groupId?: string
    timetableId?: string
    person?: Known
  }
  to: string
  needs: Permission
}

type Around = {
  /** The groups bound at the door, and whether they are open now. */
  groups: WhoMayPass['groups']
  doorId: string | undefined
}

/** So many groups are offered to somebody who has none here. */
const maxGroups = 2

const kinds = ['staff', 'visitor', 'blacklisted'] as const
type Known = { kind: (typeof kinds)[number]; id: string; name: string }

/** The person of a record; a stranger is the first whom they may be. */
function knownPersonOf({ person, kind, linked, candidates }: RecordDetail): Known | undefined {
  const known = kinds.find((one) => one === kind)
  if (person?.id && known) return { kind: known, id: person.id, name: person.name }
  if (linked?.person.id) return { kind: 'staff', id: linked.person.id, name: linked.person.name }
  const [first] = candidates
  return first?.id ? { kind: first.kind, id: first.id, name: first.name } : undefined
}

const detailPages = { staff: 'staffDetail', visitor: 'visitorDetail', blacklisted: 'blacklistDetail' } as const
const writers = { staff: 'staff.write', visitor: 'visitor.write', blacklisted: 'blacklist.write' } as const

const pageOf = ({ kind, id }: Known) => pathTo(detailPages[kind], { query: { id } })
const formOf = ({ kind, id }: Known) =>
  kind === 'staff'
    ? pathTo('staff', { deptId: 0, below: `${id}/edit` })
    : pathTo(detailPages[kind], { below: 'edit', query: { id } })

type Found = Omit<Change, 'words'> & { words?: Change['words'] }
type Asked = { reason: PassageReason; record: RecordDetail; around: Around }

/** The changes that are made at the page of the person. */
function ofPerson(code: string, person: Known, groups: WhoMayPass['groups']): Found[] {
  const needs = writers[person.kind]
  switch (code) {
    case 'no-group-bound':
      return groups
        .filter((group) => group.kind === person.kind && group.isOpenNow)
        .slice(0, maxGroups)
        .map(({ id, name }) => ({
          key: 'intoGroup',
          needs,
          to: formOf(person),
          words: { group: name },
          about: { effect: 'doorsOfGroup', groupId: id },
        }))
    case 'suspended':
      return [{ key: 'suspension', needs, to: pageOf(person) }]
    case 'left':
      return [{ key: 'leaving', needs, to: pageOf(person) }]
    case 'period-not-started':
    case 'period-over':
      return [{ key: 'period', needs, to: formOf(person) }]
    case 'blacklist-refuses':
      return [{ key: 'blacklist', needs: 'blacklist.write', to: pageOf(person) }]
    case 'face-not-known':
      return [{ key: 'portrait', needs, to: pageOf(person) }]
    case 'card-unknown':
    case 'card-of-another':
    case 'pin-unset':
    case 'pin-wrong':
    case 'pin-locked':
      return [{ key: 'credential', needs, to: formOf(person) }]
    case 'pass-of-another':
    case 'pass-unknown':
    case 'pass-elsewhere':
    case 'pass-revoked':
    case 'pass-not-started':
    case 'pass-over':
    case 'pass-used-up':
      return person.kind === 'visitor' ? [{ key: 'pass', needs, to: pageOf(person) }] : []
    case 'already-inside':
    case 'came-in-lately':
      return [{ key: 'place', needs: 'inside.read', to: pathTo('inside', { query: { keyword: person.name } }) }]
    default:
      return []
  }
}

/** The changes that are made at the door, at its device or at its hours. */
function ofDoor(code: string, { reason, record, around: { doorId } }: Asked, person: Known | undefined): Found[] {
  const { device, names } = record
  if (device.id === null) return []
  const settings = pathTo('deviceList', { below: device.id, query: { tab: 'settings' } })
  const matrix = pathTo('policies', { below: 'matrix', query: { door: device.id } })
  const nameIn = (field: 'groupId' | 'timetableId') => {
    const id = reason[field]
    return typeof id === 'string' && Object.hasOwn(names, id) ? names[id] : undefined
  }
  switch (code) {
    case 'no-group-bound':
      return person
        ? [{ key: 'giveDoor', needs: 'policy.write', to: matrix, about: { effect: 'groupsOfPerson', person } }]
        : []
    case 'outside-ranges':
    case 'timetable-not-in-force': {
      const [group, timetable, id] = [nameIn('groupId'), nameIn('timetableId'), reason['timetableId']]
      return [
        ...(group === undefined
          ? []
          : [
              {
                key: 'hours',
                needs: 'policy.write',
                to: matrix,
                words: { group },
                about: { effect: 'hoursOfGroup', groupId: String(reason['groupId']) },
              } satisfies Found,
            ]),
        ...(timetable === undefined || typeof id !== 'string'
          ? []
          : [
              {
                key: 'timetable',
                needs: 'timetable.write',
                to: timetablePath(id),
                words: { timetable },
                about: { effect: 'placesOfTimetable', timetableId: id },
              } satisfies Found,
            ]),
      ]
    }
    case 'lockdown-refuses':
      return [{ key: 'lockdown', needs: 'lockdown.write', to: pathTo('lockdowns') }]
    case 'door-held-closed':
      return doorId === undefined
        ? []
        : [{ key: 'held', needs: 'live.control', to: pathTo('doorDetail', { query: { id: doorId } }) }]
    case 'device-out-of-service':
      return [{ key: 'service', needs: 'device.write', to: settings }]
    case 'face-not-live':
    case 'blink-missed':
    case 'turn-missed':
    case 'mouth-missed':
      return [{ key: 'liveness', needs: 'device.write', to: settings }]
    case 'faces-too-alike':
      return [{ key: 'alike', needs: 'staff.write', to: pathTo('alikeFaces') }]
    default:
      return []
  }
}

const timetablePath = (id: string) => pathTo('schedulesDetail', { query: { id } })

/** The changes after which a record like this would end otherwise, by the reasons that decided it. */
export function changesFor(record: RecordDetail, around: Around): Change[] {
  const person = knownPersonOf(record)
  const all = new Map<string, Change>()
  for (const reason of decisive(record.reasons)) {
    const { data: code } = knownReasonCode.safeParse(reason.code)
    if (!code) continue
    const found = [
      ...(person ? ofPerson(code, person, around.groups) : []),
      ...ofDoor(code, { reason, record, around }, person),
    ]
    if (stepOfReason[code] === 'rules' && around.doorId !== undefined)
      found.push({
        key: 'rules',
        needs: 'site.write',
        to: pathTo('doorDetail', { query: { id: around.doorId, tab: 'rules' } }),
      })
    for (const { words, ...change } of found) {
      const named = { door: record.device.name, ...(person && { name: person.name }), ...words }
      all.set([change.key, words?.group, words?.timetable].join(' '), { ...change, words: named })
    }
  }
  return [...all.values()]
}

const stepOf = ({ code }: PassageReason) => {
  const { data } = knownReasonCode.safeParse(code)
  return data && stepOfReason[data]
}

/** The last reason decided; where no group let the person pass, each of them did. */
function decisive(reasons: readonly PassageReason[]): readonly PassageReason[] {
  const last = reasons.at(-1)
  if (!last) return []
  return stepOf(last) === 'groups' ? reasons.filter((reason) => stepOf(reason) === 'groups') : [last]
}
