import { Button } from 'antd'
import { z } from 'zod'
import { Link } from 'react-router'
import type { CallError } from '../../api/call-error.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import type { ErrorFields } from '../../ui/feedback/form-errors.ts'
import { visitorPath } from './visitor-columns.tsx'

/** Refusals that belong to one field. */
export const visitorErrorFields: ErrorFields = {
  'visitor.period-wrong': 'validToAt',
  'visitor.host-unknown': 'hostId',
  'group.not-found': 'groupIds',
  'portrait.not-found': 'portraitId',
  'portrait.other-person': 'furtherPortraitIds',
}

const taken = z.object({ person: z.object({ id: z.string(), name: z.string() }) })

/** The phone number is another visitor's: the way to them, whose visit can be extended. */
export function PhoneTaken({ error }: { error: CallError }) {
  const t = useText()
  const person = taken.safeParse(error.data).data?.person
  return (
    <>
      <p>{errorText(error, t)}</p>
      {person && <Link to={visitorPath(person.id)}>{t('visitors:form.takenPhone', { name: person.name })}</Link>}
    </>
  )
}

/** Somebody else has changed the visitor: typed values are kept until the newest version is loaded. */
export function ChangedMeanwhile({ error, onReload }: { error: CallError; onReload: () => void }) {
  const t = useText()
  return (
    <>
      <p>{errorText(error, t)}</p>
      <Button onClick={onReload}>{t('visitors:form.changedMeanwhile')}</Button>
    </>
  )
}
