import { duplicateFace } from '@gatehouse/contract/features/staff.ts'
import { Button } from 'antd'
import { Link } from 'react-router'
import { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/error-text.ts'
import { FaceThumbnail } from '../../ui/face-thumbnail.tsx'
import { staffAddress } from './staff-columns.tsx'

/** The face is registered already: who it is, and the way to them or to adding the person anyway. */
export function DuplicateFace({ error, onAddAnyway }: { error: CallError; onAddAnyway: () => void }) {
  const t = useText()
  const { data: known } = duplicateFace.safeParse(error.data)
  if (!known) return <p>{errorText(error, t)}</p>
  const { id, name, portraitId } = known.person
  return (
    <div className="staff-duplicate">
      <FaceThumbnail kind="portrait" imageId={portraitId} />
      <div>
        <strong>{t('form:portrait.duplicate.title')}</strong>
        <p>{t('form:portrait.duplicate.text', { name, score: String(Math.round(known.score)) })}</p>
        <div className="staff-duplicate-ways">
          <Link to={staffAddress(id)}>{t('form:portrait.duplicate.open', { name })}</Link>
          <Button onClick={onAddAnyway}>{t('form:portrait.duplicate.addAnyway')}</Button>
        </div>
      </div>
    </div>
  )
}

/** Somebody else changed the person meanwhile: what is typed here stays until the newest version is loaded. */
export function ChangedMeanwhile({ error, onReload }: { error: CallError; onReload: () => void }) {
  const t = useText()
  return (
    <>
      <p>{errorText(error, t)}</p>
      <Button onClick={onReload}>{t('staff:form.changedMeanwhile')}</Button>
    </>
  )
}

export const isCode = (error: unknown, code: string): error is CallError =>
  error instanceof CallError && error.message === code
