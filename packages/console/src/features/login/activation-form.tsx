import type { LicenceLoss } from '@gatehouse/contract/features/licence.ts'
import { useState, type FormEvent } from 'react'
import type { Authorisation } from '../../api/authorisation.ts'
import { companyTime, companyZone } from '../../lib/format-date.ts'
import { lossesIn, lossTexts } from '../../lib/licence-losses.ts'
import { Dated } from '../../ui/page/dated.tsx'
import { LicenceField } from './licence-field.tsx'
import { isLicenceFileName, LicenceFileError, readLicenceFile } from './licence-file.ts'
import { activateSystem, beginTrial } from './login-actions.ts'
import { failureText, type Texts } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { UdidField } from './udid-field.tsx'

const codeMax = 500

/** LOGIN-07 … LOGIN-09, LOGIN-13: the trial in one click, or a code with its licence file. */
export function ActivationForm(props: {
  texts: Texts
  authorisation: Authorisation
  onActivated: () => void
  /** Lets the super admin sign in to correct a clock that is before the start of the licence. */
  onClockToMend: () => void
}) {
  const { authorisation, onActivated } = props
  const { login, errors } = props.texts
  const texts = login.activation
  const [code, setCode] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isValidated, setIsValidated] = useState(false)
  const [fileError, setFileError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<'trial' | 'licence' | null>(null)
  const [question, setQuestion] = useState<{ losses: readonly LicenceLoss[]; goOn: () => void }>()

  /** The option above is what most people want. */
  const hasAnother = authorisation.trial_available || authorisation.reason === 'not-yet-valid'
  /** The trial stands first, and the licence that one may never need below it. */
  const isFirst = authorisation.trial_available && authorisation.reason === 'none'
  const hint = (
    <p className="lead">
      <Dated>{hintOf(authorisation, texts)}</Dated>
    </p>
  )
  const codeError = !code.trim()
    ? texts.codeRequired
    : [...code.trim()].length > codeMax
      ? texts.codeTooLong
      : undefined

  const run = async (
    what: 'trial' | 'licence',
    action: (acceptsWorse: boolean) => Promise<void>,
    acceptsWorse = false,
  ) => {
    if (busy) return
    setFailure(undefined)
    setQuestion(undefined)
    setBusy(what)
    try {
      await action(acceptsWorse)
      onActivated()
    } catch (error) {
      const losses = lossesIn(error)
      if (losses.length > 0) setQuestion({ losses, goOn: () => void run(what, action, true) })
      else if (error instanceof LicenceFileError) setFileError(fileProblem(error.code, texts))
      else setFailure(failureText(error, errors))
    } finally {
      setBusy(null)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsValidated(true)
    const isFileRight = file !== null && isLicenceFileName(file.name)
    setFileError(isFileRight ? undefined : texts.fileRequired)
    if (codeError || !isFileRight) return
    void run('licence', async (acceptsWorse) => activateSystem(code.trim(), await readLicenceFile(file), acceptsWorse))
  }

  if (question)
    return (
      <LicenceQuestion
        texts={errors.licenceWorse}
        losses={question.losses}
        onAccepted={question.goOn}
        onLeft={() => setQuestion(undefined)}
      />
    )
  return (
    <form onSubmit={submit} noValidate>
      <h1>{texts.title}</h1>
      {isFirst || hint}
      {authorisation.reason === 'not-yet-valid' && (
        <div className="trial">
          <button type="button" className="button button-first" onClick={props.onClockToMend}>
            {texts.mendClock}
          </button>
          <p>{texts.mendClockHint}</p>
          <div className="or">{texts.or}</div>
        </div>
      )}
      {failure && <Notice kind="error" title={errors.title} text={failure} />}
      {authorisation.trial_available && (
        <div className="trial">
          <button
            type="button"
            className="button button-first"
            aria-busy={busy === 'trial'}
            onClick={() => void run('trial', beginTrial)}
          >
            {busy === 'trial' ? texts.busy : texts.trial}
          </button>
          <p>{texts.trialHint}</p>
          <div className="or">{texts.or}</div>
        </div>
      )}
      {isFirst && hint}
      <UdidField texts={texts} udid={authorisation.udid} />
      <TextField
        label={texts.code}
        name="code"
        autoComplete="off"
        spellCheck={false}
        value={code}
        error={isValidated ? codeError : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <LicenceField
        texts={texts}
        fileName={file?.name}
        error={fileError}
        onChosen={(chosen) => {
          setFile(chosen)
          setFileError(chosen && !isLicenceFileName(chosen.name) ? texts.fileRequired : undefined)
        }}
      />
      <button type="submit" className={hasAnother ? 'button' : 'button button-first'} aria-busy={busy === 'licence'}>
        {busy === 'licence' ? texts.busy : texts.submit}
      </button>
    </form>
  )
}

type ActivationTexts = Texts['login']['activation']

/** Why no licence is in force, with its dates and the time of the server's clock. */
function hintOf({ reason, valid, platform_at }: Authorisation, texts: ActivationTexts) {
  const text = reason === 'expired' ? texts.expired : reason === 'not-yet-valid' ? texts.notYetValid : texts.hint
  return text
    .replace('{from}', companyTime(valid?.from, 'minute'))
    .replace('{to}', companyTime(valid?.to, 'minute'))
    .replace('{now}', companyTime(platform_at, 'minute'))
    .replace('{zone}', companyZone())
}

/** Before a licence is taken that gives less than the one before. */
function LicenceQuestion(props: {
  texts: Texts['errors']['licenceWorse']
  losses: readonly LicenceLoss[]
  onAccepted: () => void
  onLeft: () => void
}) {
  const { texts } = props
  return (
    <section aria-labelledby="licence-worse">
      <h1 id="licence-worse">{texts.title}</h1>
      <p className="lead">{texts.lead}</p>
      <ul className="activation-losses">
        {lossTexts(props.losses, (key, { from, to }) => texts[key].replace('{from}', from).replace('{to}', to)).map(
          (text) => (
            <li key={text}>{text}</li>
          ),
        )}
      </ul>
      <button type="button" className="button button-first" onClick={props.onLeft}>
        {texts.keep}
      </button>
      <button type="button" className="button" onClick={props.onAccepted}>
        {texts.accept}
      </button>
    </section>
  )
}

const fileProblem = (code: 1000 | 1100, texts: ActivationTexts) =>
  code === 1000 ? texts.fileRequired : texts.fileUnreadable.replace('{code}', String(code))
