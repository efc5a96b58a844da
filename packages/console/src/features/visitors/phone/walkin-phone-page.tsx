import { askForVisit, readWalkIn, uploadWalkInPortrait } from '@gatehouse/contract/features/visits.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import { fillText, usePhoneTexts } from '../../../i18n/phone-texts.ts'
import { currentLanguage } from '../../../lib/language.ts'
import { besideOf } from '../../../parts/face/use-photo-set.ts'
import { phoneProblem } from '../../../parts/phone/field-problem.ts'
import { PhoneField } from '../../../parts/phone/phone-field.tsx'
import { PhoneLoading } from '../../../parts/phone/phone-loading.tsx'
import { useLoaded } from '../../../parts/phone/use-loaded.ts'
import { OwnForm } from './visit-own-form.tsx'

const rules = askForVisit.body.shape

/** `/m/walkin/<token>`: visitors without an invitation register here, with the code of the reception. */
export function Page({ token }: { token: string }) {
  const t = usePhoneTexts('phone')
  const { walkIn, field } = usePhoneTexts('visits')
  const params = { token }
  const { loaded, refresh } = useLoaded(() => call(readWalkIn, { params }))
  const [hostName, setHostName] = useState('')
  const [hostDetail, setHostDetail] = useState('')
  const [purpose, setPurpose] = useState('')
  useEffect(() => {
    document.title = walkIn.title
  }, [walkIn])
  if (loaded.state !== 'shown') return <PhoneLoading loaded={loaded} onRetry={() => void refresh()} />
  const { enterprise } = loaded.data
  const problems = {
    host: phoneProblem(rules.hostName, hostName, t),
    detail: phoneProblem(rules.hostDetail, hostDetail, t),
    purpose: phoneProblem(rules.purpose, purpose, t),
  }
  return (
    <OwnForm
      title={enterprise ? fillText(walkIn.titleAt, { enterprise }) : walkIn.title}
      lead={walkIn.lead}
      submitLabel={walkIn.send}
      initial={{ name: '', company: '', phone: '' }}
      upload={(file, beside) => call(uploadWalkInPortrait, { params, query: besideOf(beside), body: { file } })}
      isComplete={!problems.host && !problems.detail && !problems.purpose}
      onSubmit={async (data) => {
        const body = { ...data, hostName, hostDetail, purpose, language: currentLanguage() }
        const visit = await call(askForVisit, { params, body })
        // From here on it is the visitor's own page; going back must not ask a second time.
        location.replace(`/m/invite/${visit.token}`)
      }}
      extra={(isValidated) => (
        <>
          <PhoneField
            label={walkIn.host}
            hint={walkIn.hostHint}
            name="hostName"
            autoComplete="off"
            value={hostName}
            error={isValidated ? problems.host : undefined}
            onChange={(event) => setHostName(event.target.value)}
          />
          <PhoneField
            label={walkIn.detail}
            hint={walkIn.detailHint}
            name="hostDetail"
            isOptional
            autoComplete="off"
            value={hostDetail}
            error={isValidated ? problems.detail : undefined}
            onChange={(event) => setHostDetail(event.target.value)}
          />
          <PhoneField
            label={field.purpose}
            name="purpose"
            isOptional
            autoComplete="off"
            value={purpose}
            error={isValidated ? problems.purpose : undefined}
            onChange={(event) => setPurpose(event.target.value)}
          />
        </>
      )}
    />
  )
}
