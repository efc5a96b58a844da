import type { PassageReason } from '@gatehouse/contract/device/passage-words.ts'
import { z } from 'zod'
import type { Text } from '../../i18n/i18n.ts'
import { useText } from '../../i18n/i18n.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { instantOf } from '../../lib/clock.ts'
import { groupName } from './list-group-name.ts'
import './passage-reasons.css'
import { reasonText } from './record-words.ts'
import { companyTime } from '../../lib/format-date.ts'

/** Milliseconds that a calendar has a date for. */
const instantMs = z.int().min(-8e12).max(8e12)
/** The details that a reason can have (`engine/passage/may-pass.ts`); a device of another maker may leave things out. */
const facts = z.object({
  row: z.literal(['holiday', 1, 2, 3, 4, 5, 6, 7]).optional().catch(undefined),
  range: z.object({ startMinute: z.int(), endMinute: z.int() }).optional().catch(undefined),
  validFromMs: instantMs.nullish().catch(undefined),
  validToMs: instantMs.nullish().catch(undefined),
  // of a suspension
  fromMs: instantMs.nullish().catch(undefined),
  toMs: instantMs.nullish().catch(undefined),
  leftMs: instantMs.nullish().catch(undefined),
  groupId: z.string().optional().catch(undefined),
  groupIds: z.array(z.string()).optional().catch(undefined),
  timetableId: z.string().optional().catch(undefined),
  areaId: z.string().nullish().catch(undefined),
  areaIds: z.array(z.string()).optional().catch(undefined),
  doorIds: z.array(z.string()).optional().catch(undefined),
  personIds: z.array(z.string()).optional().catch(undefined),
  personId: z.string().optional().catch(undefined),
})

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const instant = (ms: number) => companyTime(instantOf(ms), 'minute')

/** The names of the ids; a deleted one is left out. */
type Names = Readonly<Record<string, string>>

function detailsOf(reason: PassageReason, names: Names, t: Text): string {
  const { row, range, groupId, groupIds, timetableId, ...whose } = facts.parse(reason)
  const beginMs = whose.validFromMs ?? whose.fromMs ?? whose.leftMs
  const endMs = whose.validToMs ?? whose.toMs
  // The ids are a device's word: `constructor` is none.
  const named = (id = '') => (Object.hasOwn(names, id) ? names[id] : undefined)
  const people = (whose.personIds ?? []).flatMap((id) => named(id) ?? [])
  const decider = named(whose.personId)
  const groups = [groupId, ...(groupIds ?? [])].flatMap((id) => named(id) ?? []).map((name) => groupName(name, t))
  const timetable = named(timetableId)
  const placeIds = [whose.areaId ?? '', ...(whose.areaIds ?? []), ...(whose.doorIds ?? [])]
  const places = placeIds.flatMap((id) => named(id) ?? [])
  return [
    people.length > 0 ? t('shared:reasonPeople', { names: people.join(t('list:comma')) }) : '',
    decider === undefined ? '' : t('shared:reasonOf', { name: decider }),
    groups.length > 0 ? t('shared:reasonGroups', { names: groups.join(t('list:comma')) }) : '',
    places.length > 0 ? t('shared:reasonPlaces', { names: places.join(t('list:comma')) }) : '',
    timetable === undefined ? '' : t('shared:reasonTimetable', { name: timetable }),
    row === undefined ? '' : t(`shared:reasonDay.${row}`),
    range ? t('shared:reasonRange', { from: clock(range.startMinute), to: clock(range.endMinute) }) : '',
    typeof beginMs === 'number' ? t('shared:reasonFrom', { at: instant(beginMs) }) : '',
    typeof endMs === 'number' ? t('shared:reasonTo', { at: instant(endMs) }) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The chain of reasons of a decision, in words and in the order the rules were asked. */
export function PassageReasons({ reasons, names }: { reasons: readonly PassageReason[]; names: Names }) {
  const t = useText()
  if (reasons.length === 0) return <p>{t('shared:reasonNone')}</p>
  return (
    <ol className="passage-reasons">
      {reasons.map((reason, index) => {
        const details = detailsOf(reason, names, t)
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the chain never changes, and a rule may speak twice
          <li key={index}>
            {reasonText(reason.code, t)}
            {details && (
              <small>
                <Dated>{details}</Dated>
              </small>
            )}
          </li>
        )
      })}
    </ol>
  )
}
