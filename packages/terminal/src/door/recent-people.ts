import type { RecentPerson } from '@gatehouse/engine/door/door-question.ts'
import type { PassageVerdict } from '@gatehouse/engine/passage/may-pass.ts'
import type { AbnormalType } from '@gatehouse/engine/passage/vocabulary.ts'
import type { Decision } from '../recognition/decide-passage.ts'

/** The people whom groups and policies let pass at this door in the last minutes, for escorts and several people. */
export type RecentPeople = {
  note(decision: Decision, nowMs: number): void
  since(nowMs: number): readonly RecentPerson[]
}

/** The longest time within which a rule counts people. */
const keptMs = 3_600_000
const maxKept = 200

/** The words by which a rule of areas, doors and other people refuses somebody whom groups and policies let pass. */
const refusedByOthers: readonly AbnormalType[] = [
  'anti-passback',
  'occupancy-limit',
  'interlock',
  'escort-missing',
  'too-few-people',
  'first-person-missing',
  'state-unknown',
]

export const isRefusedByOthers = ({ abnormal }: Pick<PassageVerdict, 'abnormal'>): boolean =>
  refusedByOthers.includes(abnormal)

export function createRecentPeople(): RecentPeople {
  let recent: RecentPerson[] = []
  return {
    note({ person, verdict }, nowMs) {
      if (!person || !(verdict.opens || isRefusedByOthers(verdict))) return
      const others = recent.filter(({ personId }) => personId !== person.id)
      recent = [...others, { personId: person.id, groupIds: person.groupIds, atMs: nowMs }].slice(-maxKept)
    },
    since: (nowMs) => recent.filter(({ atMs }) => nowMs - atMs < keptMs),
  }
}
