import { Button } from 'antd'
import { useState } from 'react'
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
  'portrait.limit-reached': 'furtherPortraitIds',
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

type Changed = { error: CallError; onReload: () => Promise<void> }

/** Somebody else has changed the visitor: typed values are kept until the newest version is loaded. */
export function ChangedMeanwhile({ error, onReload }: Changed) {
  const t = useText()
  const [failure, setFailure] = useState<unknown>()
  const [isLoading, setIsLoading] = useState(false)
  const reload = () => {
    setFailure(undefined)
    setIsLoading(true)
    onReload()
      .catch(setFailure)
      .finally(() => setIsLoading(false))
  }
  return (
    <>
      <p>{errorText(error, t)}</p>
      <Button loading={isLoading} onClick={reload}>
        {t('visitors:form.changedMeanwhile')}
      </Button>
      {failure !== undefined && <p role="alert">{errorText(failure, t)}</p>}
    </>
  )
}
