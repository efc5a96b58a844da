import { useState, type FormEvent } from 'react'
import { signIn } from './login-actions.ts'
import { failureText, type Texts } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

/** The password was right; the account asks for a code of its authenticator app, too. */
export function CodeStep(props: {
  texts: Texts
  account: string
  password: string
  onOpened: () => void
  onMustChangePassword: (password: string) => void
  onLeft: () => void
}) {
  const { login, errors } = props.texts
  const texts = login.code
  const [code, setCode] = useState('')
  const [isValidated, setIsValidated] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const wrong = code.trim().length < 6 ? texts.required : undefined

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsValidated(true)
    setFailure(undefined)
    if (wrong) return
    setIsBusy(true)
    try {
      const outcome = await signIn(props.account, props.password, code.trim())
      if (outcome === 'opened') props.onOpened()
      else props.onMustChangePassword(props.password)
    } catch (error) {
      setIsBusy(false)
      setFailure(failureText(error, errors))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h1>{texts.title}</h1>
      <p className="lead">{texts.hint}</p>
      {failure && <Notice kind="error" title={errors.title} text={failure} />}
      <TextField
        label={texts.label}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field alone
        autoFocus
        value={code}
        error={isValidated ? wrong : undefined}
        onChange={(event) => setCode(event.target.value)}
      />
      <button type="submit" className="button button-first" aria-busy={isBusy}>
        {isBusy ? login.signIn.busy : login.signIn.submit}
      </button>
      <button type="button" className="button button-quiet" onClick={props.onLeft}>
        {login.password.leave}
      </button>
    </form>
  )
}
