import { matchThresholds } from '@gatehouse/face/core/compare-embeddings.ts'
import type { RecogniserSpec } from '@gatehouse/face/core/recogniser-spec.ts'
import { thresholdOfPolicy } from '@gatehouse/face/core/threshold-policy.ts'
import {
  comparePairs,
  identify,
  measureTogether,
  type MeasuredPerson,
  proposedThreshold,
  shareFrom,
  thresholdAt,
  tpirAt,
  verifyHeldOut,
  type Way,
} from './measure-accuracy.ts'

const percent = (share: number | undefined) => (share === undefined ? '–' : `${(share * 100).toFixed(2)} %`)
const cosine = (value: number | null | undefined) => (value == null ? '–' : value.toFixed(3))
const rateText = (share: number) => (share === 0 ? '0' : share.toExponential(1))
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const rates = [1e-2, 1e-3, 1e-4, 1e-5]
/** Of the built-in recogniser. */
const builtIn = [
  matchThresholds.verify,
  matchThresholds.duplicate,
  0.49,
  matchThresholds.identify,
  matchThresholds.oneFace,
]
/** For photographs that are sent together. */
const together = [0.25, 0.3, 0.335, 0.38, 0.42, 0.48, 0.56]
const ways: readonly (readonly [string, Way])[] = [
  ['1 portrait', { portraits: 1, isMean: false, looks: 1 }],
  ['2 portraits, best of', { portraits: 2, isMean: false, looks: 1 }],
  ['3 portraits, best of', { portraits: 3, isMean: false, looks: 1 }],
  ['3 portraits, mean', { portraits: 3, isMean: true, looks: 1 }],
  ['1 portrait, 3 looks averaged', { portraits: 1, isMean: false, looks: 3 }],
  ['3 portraits mean, 3 looks averaged', { portraits: 3, isMean: true, looks: 3 }],
]

/** The tables that say how well people are told apart, as text; a rate that rests on fewer than three hits is a dash. */
export function accuracyReport(people: readonly MeasuredPerson[], other?: RecogniserSpec): string {
  const all = comparePairs(people)
  const groups = [...new Set(people.flatMap(({ group }) => group ?? []))].toSorted()
  // So many photographs are kept for enrolling; where hardly anybody has more, one.
  const enrolled = people.filter(({ embeddings }) => embeddings.length > 3).length > 1 ? 3 : 1
  const own = other?.thresholds
  const shipped = own ? [own.verify, own.alike, own.floor, own.openSet].toSorted((a, b) => a - b) : builtIn
  const counts = `${people.length} people, ${people.reduce((sum, { embeddings }) => sum + embeddings.length, 0)} photographs, ${all.genuine.length} pairs of one person, ${all.impostor.length} of two`
  return [
    counts,
    '1. Verification, the threshold from one half of the people, measured on the other',
    table(
      ['FAR asked for', 'threshold', 'FAR', 'TAR'],
      rates.map((rate) => {
        const at = verifyHeldOut(people, rate)
        return [rateText(rate), cosine(at?.threshold), at ? rateText(at.far) : '–', percent(at?.tar)]
      }),
    ),
    `2. The thresholds of ${other ? 'its manifest' : 'the product'}, all pairs, and by group the pairs in which somebody of it takes part`,
    table(
      ['threshold', 'FAR', 'TAR', ...groups.map((group) => `FAR ${group}`)],
      shipped.map((at) => [
        at.toFixed(2),
        rateText(shareFrom(all.impostor, at)),
        percent(shareFrom(all.genuine, at)),
        ...groups.map((group) => rateText(shareFrom(comparePairs(people, group).impostor, at))),
      ]),
    ),
    `3. Identification, open set: people with ${enrolled + 1} photographs or more, all others are strangers`,
    table(
      ['way', 'rank 1', 'TPIR at FPIR 10 %', 'at 1 %', 'at 0.3 %'],
      ways.map(([name, way]) => {
        const found = way.portraits > enrolled ? null : identify(people, way, enrolled)
        const first = found && found.probes.filter(({ isFirst }) => isFirst).length / found.probes.length
        const at = [0.1, 0.01, 0.003].map((fpir) => {
          const hit = found && tpirAt(found, fpir)
          return hit ? `${percent(hit.tpir)} (${cosine(hit.threshold)})` : '–'
        })
        return [name, percent(first ?? undefined), ...at]
      }),
    ),
    '4. Thresholds that follow from these people, and those of the policy (one false opening in 300 strangers)',
    table(
      ['for', 'all', ...groups, 'policy'],
      [
        [
          'one person, FAR 1e-4',
          cosine(thresholdAt(all.impostor, 1e-4)),
          ...groups.map((group) => cosine(thresholdAt(comparePairs(people, group).impostor, 1e-4))),
          cosine(own?.verify ?? matchThresholds.verify),
        ],
        ...[100, 300, 1_000, 10_000].map((count) => {
          const rate = 1 / 300 / count
          return [
            `a door of ${count}`,
            cosine(thresholdAt(all.impostor, rate)),
            ...groups.map((group) => cosine(thresholdAt(comparePairs(people, group).impostor, rate))),
            cosine(thresholdOfPolicy({ aim: 300, people: count, own }).threshold),
          ]
        }),
      ],
    ),
    `5. Thresholds for recogniser.json, by the group with the most false matches; ~ is guessed from the rarest rate that so many pairs can show`,
    proposals(people, all.impostor, groups),
    '6. Photographs sent together: of one person, how often two of them differ by more than a threshold allows; of two people, how often a pair does not',
    table(
      ['every two at least', '1 pair of one', 'of 2', 'of 3', 'of 5', '1 pair of two passes', ...groups],
      together.map((at) => [
        at.toFixed(2),
        percent(1 - shareFrom(all.genuine, at)),
        ...[2, 3, 5].map((count) => {
          const { sets, differing } = measureTogether(people, at, count)
          return sets === 0 ? '–' : `${percent(differing / sets)} (${differing} of ${sets})`
        }),
        rateText(shareFrom(all.impostor, at)),
        ...groups.map((group) => rateText(shareFrom(comparePairs(people, group).impostor, at))),
      ]),
    ),
  ].join('\n\n')
}

/** The share of pairs that each threshold of a manifest holds: how often a pair of two may be as alike. */
const wantedRates = { verify: 1e-4, openSet: 1 / 300 / 300, alike: 1.1e-5, floor: 8e-6 } as const

/** The worst group decides about doors; a warning may be given for all alike. */
function proposals(people: readonly MeasuredPerson[], all: readonly number[], groups: readonly string[]): string {
  const sets = [all, ...groups.map((group) => comparePairs(people, group).impostor)]
  const rows = Object.entries(wantedRates).map(([name, rate]) => {
    const found = (name === 'alike' || name === 'floor' ? [all] : sets).map((set) => proposedThreshold(set, rate))
    const highest = found.flatMap((one) => one ?? []).toSorted((a, b) => b.cosine - a.cosine)[0]
    const text = highest
      ? `${highest.isGuessed ? '~' : ''}${Math.min(0.99, Math.ceil(highest.cosine * 100) / 100).toFixed(2)}`
      : '–'
    return [name, `1 pair in ${Math.round(1 / rate).toLocaleString('en')}`, text]
  })
  return table(['threshold', 'false matches', 'proposed'], rows)
}
