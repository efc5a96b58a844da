import { addPersonPortrait } from '@gatehouse/contract/features/people/person-portraits.ts'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { isCode } from '../../api/call-error.ts'
import { mutationOf } from '../../api/query.ts'
import { useText } from '../../i18n/i18n.ts'
import { errorText } from '../../ui/feedback/error-text.ts'
import { useToast } from '../../ui/feedback/toast.tsx'
import { DuplicateFace } from '../face/face-alike.tsx'
import { FaceUpload } from '../face/face-upload.tsx'
import { useFaceConsent } from '../privacy/use-face-consent.tsx'
import type { PortraitOwner } from './person-queries.ts'

/** One more portrait of a person: evaluated at once, and added after a look at who else it is like. */
export function AddPortrait({ person, onClose }: { person: PortraitOwner; onClose: () => void }) {
  const t = useText()
  const toast = useToast()
  const { notice, consent } = useFaceConsent(person.kind)
  const [portraitId, setPortraitId] = useState<string | null>(null)
  const add = useMutation({
    ...mutationOf(addPersonPortrait),
    onSuccess: () => {
      toast.done(t('personPage:portraits.added'))
      onClose()
    },
  })
  const send = (force: boolean) =>
    portraitId !== null && add.mutate({ params: { id: person.id }, body: { portraitId, force, ...consent } })
  const { error } = add
  const mayInsist =
    isCode<typeof addPersonPortrait>(error, 'portrait.duplicate-face') ||
    isCode<typeof addPersonPortrait>(error, 'portrait.not-alike')
  return (
    <div className="person-portraits-add">
      <FaceUpload
        value={portraitId}
        onChange={(id) => {
          add.reset()
          setPortraitId(id)
        }}
      />
      {notice}
      {error &&
        (isCode<typeof addPersonPortrait>(error, 'portrait.duplicate-face') ? (
          <DuplicateFace
            error={error}
            blacklists={person.kind === 'blacklisted'}
            action="add"
            onGoOn={() => send(true)}
          />
        ) : (
          <p role="alert">{errorText(error, t)}</p>
        ))}
      <div className="person-portraits-actions">
        <Button type="primary" disabled={portraitId === null} loading={add.isPending} onClick={() => send(mayInsist)}>
          {t(mayInsist ? 'form:portrait.duplicate.addAnyway' : 'personPage:portraits.add')}
        </Button>
        <Button onClick={onClose}>{t('list:confirm.cancel')}</Button>
      </div>
    </div>
  )
}
