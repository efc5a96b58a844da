import { describe, expect, it } from 'vitest'
import { embeddingOf } from '@gatehouse/testkit/named-faces.ts'
import { buildConfiguration, staffGroupId } from '../../test/scripted-server.ts'
import type { StoredPerson } from '../state/terminal-state.ts'
import { decidePassage, type DecisionInput } from './decide-passage.ts'

const friday10 = Temporal.Instant.from('2026-11-20T10:00:00+08:00').epochMilliseconds
const people = new Map<string, StoredPerson>(
  (['a', 'b'] as const).map((id) => [
    id,
    {
      id,
      kind: 'staff',
      name: id,
      prompt: null,
      groupIds: [staffGroupId],
      validFromMs: null,
      validToMs: null,
      suspensions: [],
      leftMs: null,
      embeddings: [],
      passes: [],
      cardHash: null,
      pin: null,
    },
  ]),
)
const doorAtRest: DecisionInput['door'] = {
  emergency: null,
  lockdowns: [],
  mode: 'normal',
  around: null,
  recent: [],
  firstPersonAtMs: null,
}
const alike = (...cosines: number[]) => cosines.map((cosine, i) => ({ personId: 'ab'[i] ?? '', cosine }))
type Candidates = ReturnType<typeof alike>

function decide({
  liveness = 1,
  candidates = alike(0.8, 0.1),
  ...input
}: Partial<DecisionInput> & { liveness?: number | null; candidates?: Candidates }) {
  return decidePassage({
    face: { width: 100, embedding: embeddingOf('x'), liveness },
    people: { search: (_, limit) => candidates.slice(0, limit), entriesOf: () => [] },
    find: (personId) => people.get(personId),
    configuration: buildConfiguration(),
    door: doorAtRest,
    atMs: friday10,
    ...input,
  })
}

describe('the person before the terminal', () => {
  it('A face is the best person’s if they reach the threshold and lead the next', () => {
    expect(decide({ candidates: alike(0.56) })).toMatchObject({ person: { id: 'a' }, cosine: 0.56 })
    expect(decide({ candidates: alike(0.559) })).toMatchObject({ person: null, verdict: { recordedAs: 'stranger' } })
    expect(decide({ candidates: alike(0.7, 0.64) })).toMatchObject({ person: { id: 'a' }, others: [] })
    expect(decide({ candidates: [] })).toMatchObject({ person: null, cosine: null })
  })

  it('A face is a stranger’s if two people are equally alike; both names are in the record', () => {
    expect(decide({ candidates: alike(0.7, 0.66) })).toMatchObject({
      person: null,
      others: [{ person: { id: 'a' } }, { person: { id: 'b' } }],
      verdict: { opens: false, recordedAs: 'stranger', reasons: [{ code: 'faces-too-alike', personIds: ['a', 'b'] }] },
    })
  })

  it('A face is evaluated by the settings of this terminal', () => {
    const configuration = buildConfiguration({ faceThreshold: 0.85, faceLead: 0 })
    expect(decide({ configuration })).toMatchObject({ person: null })
    expect(decide({ configuration, candidates: alike(0.9, 0.9) })).toMatchObject({ person: { id: 'a' } })
  })

  it('A face is a stranger’s, without a name, if no group binds the person to this terminal', () => {
    const configuration = buildConfiguration()
    configuration.access.boundGroupIds = []
    expect(decide({ configuration })).toMatchObject({
      person: null,
      cosine: null,
      verdict: { opens: false, recordedAs: 'stranger', reasons: [{ code: 'no-group-bound' }] },
    })
  })

  it('A face is a spoof below the limit of liveness, if the settings ask for it', () => {
    const configuration = buildConfiguration({ livenessCheck: true, livenessThreshold: 0.5 })
    expect(decide({ configuration, liveness: 0.49 })).toMatchObject({ person: null, verdict: { recordedAs: 'spoof' } })
    expect(decide({ configuration, liveness: 0.5 })).toMatchObject({ person: { id: 'a' }, liveness: 0.5 })
    const off = buildConfiguration({ livenessCheck: false })
    expect(decide({ configuration: off, liveness: null })).toMatchObject({ person: { id: 'a' }, liveness: null })
    expect(decide({ configuration: off, liveness: 0 })).toMatchObject({ person: { id: 'a' }, liveness: null })
  })
})

describe('[PASS-03] whether the door opens', () => {
  const timetableId = '0198c000-0000-7000-8000-0000000000aa'
  const office = { startMinute: 540, endMinute: 1080 }
  const configuration = buildConfiguration()
  configuration.access.policies = [{ id: timetableId, groupId: staffGroupId, timetableId }]
  configuration.access.timetables = [
    {
      id: timetableId,
      name: 'Office',
      validFromOn: null,
      validToOn: null,
      holiday: [],
      holidays: [],
      week: [[], [], [], [], [office], [], []],
    },
  ]

  it('A door follows the timetable in the zone of the terminal', () => {
    expect(decide({ configuration }).verdict).toMatchObject({ opens: true })
    const elsewhere = { ...configuration, settings: { ...configuration.settings, timeZone: 'Europe/Berlin' } }
    expect(decide({ configuration: elsewhere }).verdict).toMatchObject({
      opens: false,
      abnormal: 'outside-passage-time',
    })
  })

  it('A door stays closed if the time decides and the clock was never set', () => {
    expect(decide({ configuration, atMs: null }).verdict).toMatchObject({ opens: false, abnormal: 'clock-unset' })
    expect(decide({ atMs: null }).verdict).toMatchObject({ opens: true })
  })
})
