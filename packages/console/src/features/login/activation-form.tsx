import { useState, type FormEvent } from 'react'
import type { Authorisation } from '../../api/authorisation.ts'
import { LicenceField } from './licence-field.tsx'
import { isLicenceFileName, LicenceFileError, readLicenceFile } from './licence-file.ts'
import { activateSystem, startTrial } from './login-actions.ts'
import { failureText, type Texts } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'
import { UdidField } from './udid-field.tsx'

const codeMax = 500

/** LOGIN-07 … LOGIN-09, LOGIN-13: the trial in one click, or a code with its licence file. */
export function ActivationForm(props: { texts: Texts; authorisation: Authorisation; onActivated: () => void }) {
  const { authorisation, onActivated } = props
  const { login, errors } = props.texts
  const texts = login.activation
  const [code, setCode] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [isJudged, setIsJudged] = useState(false)
  const [fileError, setFileError] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState<'trial' | 'licence' | null>(null)

  const codeError = !code.trim()
    ? texts.codeRequired
    : [...code.trim()].length > codeMax
      ? texts.codeTooLong
      : undefined

  const run = async (what: 'trial' | 'licence', deed: () => Promise<void>) => {
    if (busy) return
    setFailure(undefined)
    setBusy(what)
    try {
      await deed()
      onActivated()
    } catch (error) {
      if (error instanceof LicenceFileError) setFileError(fileProblem(error.code, texts))
      else setFailure(failureText(error, errors))
    } finally {
      setBusy(null)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsJudged(true)
    const isFileRight = file !== null && isLicenceFileName(file.name)
    setFileError(isFileRight ? undefined : texts.fileRequired)
    if (codeError || !isFileRight) return
    void run('licence', async () => activateSystem(code.trim(), await readLicenceFile(file)))
  }

  return (
    <form onSubmit={submit} noValidate>
      <h1>{texts.title}</h1>
      <p className="lead">{hintOf(authorisation.reason, texts)}</p>
      {failure && <Notice kind="error" title={errors.title} text={failure} />}
      {authorisation.trial_available && (
        <div className="trial">
          <button
            type="button"
            className="button button-first"
            aria-busy={busy === 'trial'}
            onClick={() => void run('trial', startTrial)}
          >
            {busy === 'trial' ? texts.busy : texts.trial}
          </button>
          <p>{texts.trialHint}</p>
          <div className="or">{texts.or}</div>
        </div>
      )}
      <UdidField texts={texts} udid={authorisation.udid} />
      <TextField
        label={texts.code}
        name="code"
        autoComplete="off"
        spellCheck={false}
        value={code}
        error={isJudged ? codeError : undefined}
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
      <button
        type="submit"
        className={authorisation.trial_available ? 'button' : 'button button-first'}
        aria-busy={busy === 'licence'}
      >
        {busy === 'licence' ? texts.busy : texts.submit}
      </button>
    </form>
  )
}

type ActivationTexts = Texts['login']['activation']

function hintOf(reason: Authorisation['reason'], texts: ActivationTexts) {
  if (reason === 'expired') return texts.expired
  return reason === 'not-yet-valid' ? texts.notYetValid : texts.hint
}

const fileProblem = (code: 1000 | 1100, texts: ActivationTexts) =>
  code === 1000 ? texts.fileRequired : texts.fileUnreadable.replace('{code}', String(code))
