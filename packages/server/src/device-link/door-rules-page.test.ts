import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { doorRules } from '@gatehouse/contract/device/door-rules.ts'
import { decideAtDoor } from '@gatehouse/engine/door/decide-at-door.ts'
import { noDoorRules, type DoorQuestion, type DoorRules, type DoorState } from '@gatehouse/engine/door/door-question.ts'
import { doorReasonCodes } from '@gatehouse/engine/passage/vocabulary.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const page = join(import.meta.dirname, '../../../../docs/device-link.md')
const text = readFileSync(page, 'utf8')
const chapter = text.slice(
  text.indexOf('\n## The rules of a door\n'),
  text.indexOf('\n## Doors that know of each other\n'),
)
const [begin, end] = ['<!-- directions: made from the engine -->\n', '<!-- directions end -->\n']
/** The rows of the table that begins with this head, as their cells. */
const rowsOf = (head: string) =>
  chapter
    .slice(chapter.indexOf(`\n${head}`) + 1)
    .split('\n\n', 1)
    .flatMap((table) => table.split('\n').slice(2))
    .map((line) => line.split('|').slice(1, -1))
const wordsOf = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word]) => word)

type Schema = { properties?: Record<string, Schema>; anyOf?: Schema[]; oneOf?: Schema[]; items?: Schema } & Values
type Values = { enum?: string[]; const?: string }

/** Every field and every word of a schema, with those inside it. */
function namesIn({ properties = {}, anyOf = [], oneOf = [], items, ...values }: Schema): string[] {
  const inside = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  return [...Object.keys(properties), ...(values.enum ?? []), values.const ?? [], inside.flatMap(namesIn)].flat()
}

const groupId = 'group'
const noRules: Omit<DoorRules, 'direction'> = {
  ...noDoorRules,
  leavesAreaId: null,
  entersAreaId: 'area',
}
const atMs = Date.UTC(2026, 10, 24, 12)
const exempting = { exemptGroupIds: [], whenUnknown: 'opens' } as const
/** Each rule as it is set in a row, where it has something against the person who asks. */
const rules: Record<string, Partial<DoorRules>> = {
  '`antiPassback` `hard`': { antiPassback: { mode: 'hard', ...exempting } },
  '`antiPassback` `soft`': { antiPassback: { mode: 'soft', ...exempting } },
  '`antiPassback` `timed`': { antiPassback: { mode: 'timed', minutes: 5, ...exempting } },
  '`occupancyLimit` `refuse`': { occupancyLimit: { max: 1, mode: 'refuse', ...exempting } },
  '`occupancyLimit` `alarm`': { occupancyLimit: { max: 1, mode: 'alarm', ...exempting } },
  '`interlock`': { interlock: { doorIds: ['other'], whenUnknown: 'opens' } },
  '`escort`': { escort: { escortGroupIds: ['hosts'], seconds: 10 } },
  '`severalPeople`': { severalPeople: { groupIds: ['guards'], count: 2, seconds: 10 } },
  '`firstPersonIn`': { firstPersonIn: { groupIds: ['guards'], timetableId: null } },
  '`floors`': { floors: [{ areaId: 'floor', output: 1, groupIds: ['guards'], timetableId: null }] },
}

function stateWith(areaIds: readonly string[]): DoorState {
  const around = { person: { areaIds, enteredAtMs: atMs - 1000 }, occupancy: 1, openDoorIds: ['other'] }
  return { emergency: null, lockdowns: [], mode: 'normal', around, recent: [], firstPersonAtMs: null }
}

const visitor = { id: 'one', kind: 'visitor', groupIds: [groupId], validFromMs: null, validToMs: null } as const
const noPolicies = { policies: [], timetables: [], timeZone: 'UTC', atMs }

/** The most that a rule does to somebody in one of these places. */
function effectOf(set: Partial<DoorRules>, direction: DoorRules['direction'], places: readonly string[][]): string {
  const effects = places.map((areaIds) => {
    const device = { isRunning: true, opensForBlacklisted: false, boundGroupIds: [groupId] }
    const asked = { rules: { ...noRules, ...set, direction }, state: stateWith(areaIds), device, ...noPolicies }
    const { opens, alarms } = decideAtDoor({ ...asked, subject: visitor } satisfies DoorQuestion)
    return opens ? (alarms.length > 0 ? 'alarm' : '–') : 'refuses'
  })
  return (['refuses', 'alarm'] as const).find((effect) => effects.includes(effect)) ?? '–'
}

const directionTable = () =>
  [
    ['rule', '`in`', '`out`', '`none`, from outside', '`none`, from inside'],
    ['---', '---', '---', '---', '---'],
    ...Object.entries(rules).map(([name, set]) => [
      name,
      effectOf(set, 'entry', [[], ['area']]),
      effectOf(set, 'exit', [[], ['area']]),
      effectOf(set, 'both', [[]]),
      effectOf(set, 'both', [['area']]),
    ]),
  ]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')

describe('the rules of a door in docs/device-link.md', () => {
  it('Every field of access.door and every word of one is in its table', () => {
    const named = wordsOf(chapter.slice(0, chapter.indexOf('\n**The order.**')))
    const missing = namesIn(z.toJSONSchema(doorRules, { io: 'output' }) as Schema).filter(
      (name) => !named.includes(name),
    )
    expect([named.length > 20, missing]).toEqual([true, []])
  })

  it('Every reason of a door stands beside its rule, and the rules in the order of the engine', () => {
    const codes = rowsOf('| | rule | decides |').flatMap((cells) => wordsOf(cells[3]))
    const ofDoors = codes.filter((code) => code !== 'device-out-of-service')
    expect(ofDoors).toEqual([...doorReasonCodes])
  })

  it('Every rule about other people and doors says in which direction it holds (WRITE_DOCS=1 writes it)', () => {
    const from = text.indexOf(begin) + begin.length
    const to = text.indexOf(end)
    expect([from >= begin.length, to > from]).toEqual([true, true])
    if (process.env.WRITE_DOCS) writeFileSync(page, `${text.slice(0, from)}\n${directionTable()}\n\n${text.slice(to)}`)
    else expect(text.slice(from, to)).toBe(`\n${directionTable()}\n\n`)
    const set = new Set(Object.values(rules).flatMap((rule) => Object.keys(rule)))
    const others = ['leavesAreaId', 'entersAreaId', 'freeHours']
    expect(Object.keys(doorRules.shape).filter((name) => !set.has(name) && !others.includes(name))).toEqual([])
  })
})
