import {
  decideFacePair,
  type EntryRights,
  type FacePair,
  previewFacePair,
} from '@gatehouse/contract/features/people/face-pairs.ts'
import { useState } from 'react'
import { call, callAndRefresh } from '../../api/call.ts'
import { useText } from '../../i18n/i18n.ts'
import { companyTime } from '../../lib/format-date.ts'
import { groupName } from '../../parts/passage/list-group-name.ts'
import { useConfirm } from '../../ui/feedback/confirm.tsx'
import { useToast } from '../../ui/feedback/toast.tsx'

/** Says of a pair what it is, after a question that says what doors will make of it; each answer can be taken back. */
export function useDecidePair() {
  const t = useText()
  const confirm = useConfirm()
  const toast = useToast()
  const tell = (pair: FacePair, verdict: FacePair['verdict'], mainId: string | null = null) =>
    callAndRefresh(decideFacePair, {
      body: { firstId: pair.first.id, secondId: pair.second.id, verdict, mainId },
    })
  const done = (pair: FacePair) =>
    toast.done(t('alikeFaces:done'), { undo: () => tell(pair, pair.verdict, pair.mainId) })
  const namesOf = ({ first, second }: FacePair) => ({ first: first.name, second: second.name })

  return {
    async join(pair: FacePair) {
      const { first, second } = pair
      const preview = await call(previewFacePair, { query: { firstId: first.id, secondId: second.id } }).catch(
        (error: unknown) => toast.failed(error),
      )
      if (!preview) return
      let mainId = preview.mustHoldId
      confirm({
        title: t('alikeFaces:same.title', namesOf(pair)),
        text: t('alikeFaces:same.text'),
        action: t('alikeFaces:same.button'),
        extra: (
          <ChooseMain
            entries={[preview.first, preview.second]}
            mustHoldId={preview.mustHoldId}
            onChoose={(id) => (mainId = id)}
          />
        ),
        missing: () => (mainId === null ? t('alikeFaces:same.missing') : undefined),
        run: async () => {
          await tell(pair, 'one', mainId)
          done(pair)
        },
      })
    },
    part(pair: FacePair) {
      confirm({
        title: t('alikeFaces:two.title', namesOf(pair)),
        text: t('alikeFaces:two.text'),
        action: t('alikeFaces:two.button'),
        run: async () => {
          await tell(pair, 'two')
          done(pair)
        },
      })
    },
    takeBack: (pair: FacePair) => tell(pair, null).then(() => done(pair), toast.failed),
  }
}

type ChooseProps = { entries: readonly EntryRights[]; mustHoldId: string | null; onChoose: (id: string) => void }

/** The rights of each entry at doors: one of them holds. */
function ChooseMain({ entries, mustHoldId, onChoose }: ChooseProps) {
  const t = useText()
  const [chosen, setChosen] = useState(mustHoldId)
  return (
    <fieldset className="alike-main">
      <legend>{t('alikeFaces:same.main')}</legend>
      {entries.map((entry) => (
        <label key={entry.id}>
          <input
            type="radio"
            name="main"
            checked={chosen === entry.id}
            disabled={mustHoldId !== null && mustHoldId !== entry.id}
            onChange={() => {
              setChosen(entry.id)
              onChoose(entry.id)
            }}
          />
          <span>
            <strong>{entry.name}</strong> {t(`list:personKind.${entry.kind}`)}
            <br />
            {rightsOf(entry, t)}
          </span>
        </label>
      ))}
      {mustHoldId !== null && <p>{t('alikeFaces:same.must')}</p>}
    </fieldset>
  )
}

function rightsOf(entry: EntryRights, t: ReturnType<typeof useText>): string {
  const { groups, hasCard, hasPin, validFromAt, validToAt } = entry
  const names = groups.map(({ name }) => groupName(name, t)).join(' · ')
  return [
    groups.length > 0 ? t('alikeFaces:same.groups', { names }) : t('alikeFaces:same.noGroups'),
    hasCard && t('alikeFaces:same.card'),
    hasPin && t('alikeFaces:same.pin'),
    validToAt !== null &&
      t('alikeFaces:same.period', {
        from: companyTime(validFromAt, 'minute'),
        to: companyTime(validToAt, 'minute'),
      }),
  ]
    .filter(Boolean)
    .join(' · ')
}
