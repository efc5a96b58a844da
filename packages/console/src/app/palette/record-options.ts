import type { LiveDoor } from '@gatehouse/contract/features/live/board.ts'
import type { RecognitionRecord } from '@gatehouse/contract/features/records.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import type { Text } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { doorOfRecord } from '../../parts/passage/record-words.ts'
import { byName } from './match-name.ts'
import type { Option } from './option.ts'
import { instantAt, wallNow } from './palette-moment.ts'
import type { RecordQuestion } from './searches.ts'
import { questionIn, type Said } from './words/read-said.ts'
import { addDays, dayOf, wallAt } from './words/wall.ts'

/**
 * The records that a text asks for. "why was quinn refused at main entrance yesterday" says all of it; "quinn main entrance yesterday"
 * names the door without a word before it. Null: none are asked for.
 */
export function questionOf(typed: string, why: Said | undefined, doors: readonly LiveDoor[]): RecordQuestion | null {
  if (typed === '') return null
  const { what, where, moment, about } = why ?? questionIn(typed, wallNow())
  const opened = why || about?.refusals ? false : undefined
  const kind = about?.strangers ? 'stranger' : undefined
  if (opened !== false && !moment && !kind) return { keyword: typed, doorId: undefined }
  const { who, door } = where === '' ? doorIn(what, doors) : { who: what, door: byName(doors, where)[0] }
  if (who === '' && !door && !kind && !moment) return null
  return {
    // without a door of that name both are looked for by the words
    keyword: where !== '' && !door && who === '' ? where : who,
    doorId: door?.id,
    from: moment ? instantAt(moment.start) : undefined,
    to: moment ? instantAt(moment.end) : undefined,
    opened,
    kind,
  }
}

/** The door whose whole name is in the text, the longest first, and the rest of it. */
function doorIn(text: string, doors: readonly LiveDoor[]) {
  const own = text.toLowerCase()
  const door = doors
    .filter(({ name }) => own.includes(name.toLowerCase()))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  if (!door) return { who: text, door }
  const at = own.indexOf(door.name.toLowerCase())
  return { who: `${text.slice(0, at)} ${text.slice(at + door.name.length)}`.replaceAll(/\s+/g, ' ').trim(), door }
}

export const recordOption = (
  { id, person, device, door, recognisedAt, opened, hasCapture }: RecognitionRecord,
  t: Text,
): Option => {
  const name = person?.name ?? t('palette:stranger')
  const at = companyTime(recognisedAt, 'minute')
  return {
    key: `record-${id}`,
    section: 'records',
    text: opened ? name : t('palette:record.refused', { name }),
    hint: [at, doorOfRecord({ device, door })].join(' · '),
    picture: { kind: 'face', image: hasCapture ? { kind: 'capture', id } : null },
    subject: { kind: 'record', id, title: t(opened ? 'palette:record.why' : 'palette:record.whyNot', { name }) },
    act: { kind: 'go', to: pathTo('signRecord', { below: id }) },
  }
}

/** All records of a question, as the list shows them. */
export function recordListOption({ keyword, doorId, from, to, opened, kind }: RecordQuestion, t: Text): Option {
  const query = {
    keyword: keyword || undefined,
    doorId,
    from,
    to,
    kind,
    opened: opened === false ? 'false' : undefined,
  }
  return {
    key: 'record-list',
    section: 'records',
    text: t(opened === false ? 'palette:record.allRefused' : 'palette:record.all'),
    picture: { kind: 'sign', name: 'list' },
    act: { kind: 'go', to: pathTo('signRecord', { query }) },
  }
}

/** The refusals at a door today. */
export function refusedToday(door: LiveDoor, t: Text): Option {
  const today = dayOf(wallNow())
  const [from, to] = [instantAt(wallAt(today, 0)), instantAt(wallAt(addDays(today, 1), 0))]
  return {
    key: `refused-${door.id}`,
    section: 'places',
    text: t('palette:record.refusedToday', { door: door.name }),
    picture: { kind: 'sign', name: 'list' },
    act: {
      kind: 'go',
      to: pathTo('signRecord', { query: { doorId: door.id, opened: 'false', from, to } }),
    },
  }
}
