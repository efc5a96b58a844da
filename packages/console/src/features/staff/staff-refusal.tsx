import type { Staff } from '@gatehouse/contract/features/staff.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { differingFields, fieldLabel, fieldText } from './staff-fields.ts'
import { staffDetail } from './staff-queries.ts'

type Props = {
  error: CallError
  /** As the form began. */
  original: Staff
  onSaveMine: (newest: Staff) => void
  onLoadTheirs: () => void
}

/** Somebody else has changed the person: shows the change, and keeps the typed values until a choice is made. */
export function ChangedMeanwhile({ error, original, onSaveMine, onLoadTheirs }: Props) {
  const t = useText()
  const newest = useQuery({ ...staffDetail(original.id), staleTime: 0, refetchOnMount: 'always' })
  const theirs = newest.data && newest.isFetchedAfterMount ? newest.data : undefined
  return (
    <>
      <p>{errorText(error, t)}</p>
      {theirs && (
        <dl className="staff-theirs" aria-label={t('staff:form.theirs')}>
          {differingFields(original, theirs).map((field) => (
            <div key={field}>
              <dt>{fieldLabel(field, t)}</dt>
              <dd>
                <del>{fieldText(original, field, t) ?? '–'}</del> → <ins>{fieldText(theirs, field, t) ?? '–'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className="staff-theirs-buttons">
        <Button type="primary" disabled={!theirs} onClick={() => theirs && onSaveMine(theirs)}>
          {t('staff:form.saveMine')}
        </Button>
        <Button onClick={onLoadTheirs}>{t('staff:form.changedMeanwhile')}</Button>
      </div>
    </>
  )
}
