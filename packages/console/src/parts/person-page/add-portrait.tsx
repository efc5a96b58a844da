import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { isCode } from '../../api/call-error.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { FormContext, useFieldAlone } from '../../ui/form/form-context.ts'
import { DuplicateFace } from '../face/face-alike.tsx'
import { FaceUpload } from '../face/face-upload.tsx'
import { useFaceConsent } from '../privacy/use-face-consent.tsx'
import type { PortraitOwner } from './person-queries.ts'

/** One more portrait of a person: evaluated at once, and added after a look at who else it is like. */
export function AddPortrait({ person, onClose }: { person: PortraitOwner; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const { notice, consent } = useFaceConsent(person.kind)
  const { form, isBusy } = useFieldAlone()
  const [portraitId, setPortraitId] = useState<string | null>(null)
  const add = useMutation({
    ...mutationOf(addPersonPortrait),
    onSuccess: () => {
      toast.done(t('personPage:portraits.added'))
      onClose()
    },
  })
  /** The doubts that the user has read and dismissed: each of them was shown before. */
  const [dismissed, setDismissed] = useState<{ force?: true; forceUnlike?: true }>({})
  const send = (more: typeof dismissed = {}) => {
    if (portraitId === null) return
    const insisted = { ...dismissed, ...more }
    setDismissed(insisted)
    add.mutate({ params: { id: person.id }, body: { portraitId, ...insisted, ...consent } })
  }
  const { error } = add
  const isUnlike = isCode<typeof addPersonPortrait>(error, 'portrait.not-alike')
  const isDuplicate = isCode<typeof addPersonPortrait>(error, 'portrait.duplicate-face')
  return (
    <div className="person-portraits-add">
      <FormContext value={form}>
        <FaceUpload
          value={portraitId}
          onChange={(id) => {
            add.reset()
            setDismissed({})
            setPortraitId(id)
          }}
        />
      </FormContext>
      {notice}
      {error &&
        (isDuplicate ? (
          <DuplicateFace
            error={error}
            blacklists={person.kind === 'blacklisted'}
            action="add"
            onGoOn={() => send({ force: true })}
          />
        ) : (
          <p role="alert">{errorText(error, t)}</p>
        ))}
      <div className="person-portraits-actions">
        <Button
          type="primary"
          disabled={portraitId === null || isDuplicate || isBusy}
          loading={add.isPending}
          onClick={() => send(isUnlike ? { forceUnlike: true } : {})}
        >
          {t(isUnlike ? 'form:portrait.duplicate.addAnyway' : 'personPage:portraits.add')}
        </Button>
        <Button onClick={onClose}>{t('list:confirm.cancel')}</Button>
      </div>
    </div>
  )
}
