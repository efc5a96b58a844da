import { isPasswordForm } from '@gatehouse/contract/password-policy.ts'
import { useState, type FormEvent } from 'react'
import { CallError } from '../../api/call-error.ts'
import { passwordStrength } from '../../lib/password-rule.ts'
import { replacePassword } from './login-actions.ts'
import { failureText, type Texts, withLength } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { TextField } from './text-field.tsx'

/** The one-time password is replaced before the console opens. `oldPassword` was typed a moment ago. */
export function PasswordStep(props: { texts: Texts; oldPassword: string; onOpened: () => void; onLeft: () => void }) {
  const { login, errors } = props.texts
  const texts = login.password
  const [next, setNext] = useState('')
  const [repeat, setRepeat] = useState('')
  const [isValidated, setIsValidated] = useState(false)
  const [isRepeatLeft, setIsRepeatLeft] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)

  const nextError = !next ? texts.required : isPasswordForm(next) ? undefined : withLength(texts.form)
  const repeatError = next === repeat ? undefined : texts.mismatch
  const strength = passwordStrength(next)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsValidated(true)
    setFailure(undefined)
    if (nextError || repeatError) return
    setIsBusy(true)
    try {
      await replacePassword(props.oldPassword, next)
      props.onOpened()
    } catch (error) {
      setIsBusy(false)
      const isAboutNext = error instanceof CallError && /^auth\.password-(weak|same)$/.test(error.message)
      if (isAboutNext) setRefusal(failureText(error, errors))
      else setFailure(failureText(error, errors))
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <h1>{texts.title}</h1>
      <p className="lead">{texts.hint}</p>
      {failure && <Notice kind="error" title={errors.title} text={failure} />}
      <TextField
        label={texts.next}
        name="next"
        type="password"
        autoComplete="new-password"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field alone
        autoFocus
        revealLabel={login.signIn.showPassword}
        value={next}
        error={refusal ?? (isValidated ? nextError : undefined)}
        hint={
          next ? (
            <span className="strength" data-level={strength}>
              <i />
              <i />
              <i />
              <span>{texts.strength.replace('{level}', texts.levels[strength])}</span>
            </span>
          ) : (
            withLength(texts.rule)
          )
        }
        onChange={(event) => {
          setRefusal(undefined)
          setNext(event.target.value)
        }}
      />
      <TextField
        label={texts.repeat}
        name="repeat"
        type="password"
        autoComplete="new-password"
        value={repeat}
        error={isValidated || (isRepeatLeft && repeat) ? repeatError : undefined}
        onChange={(event) => setRepeat(event.target.value)}
        onBlur={() => setIsRepeatLeft(true)}
      />
      <button type="submit" className="button button-first" aria-busy={isBusy}>
        {isBusy ? texts.busy : texts.submit}
      </button>
      <button type="button" className="button button-quiet" onClick={props.onLeft}>
        {texts.leave}
      </button>
    </form>
  )
}
