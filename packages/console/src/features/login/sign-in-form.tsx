import { addressOf, requestOf } from '@gatehouse/contract/client.ts'
import type { login } from '@gatehouse/contract/features/auth.ts'
import { startOpenId } from '@gatehouse/contract/features/openid.ts'
import { isReservedAccount } from '@gatehouse/contract/reserved-account.ts'
import { useRef, useState, type FormEvent } from 'react'
import { isCode } from '../../api/call-error.ts'
import { signIn } from './login-actions.ts'
import { failureText, type Texts } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { accountError, passwordError } from './sign-in-rules.ts'
import { Slider } from './slider.tsx'
import { TextField } from './text-field.tsx'
import { useBranding } from './use-branding.ts'

/** The browser itself goes there. */
const openIdStart = addressOf(requestOf(startOpenId))

type Failure = { title: string; text: string }

/** LOGIN-01 … LOGIN-06. `onLicenceMissing`: the licence has run out since the page was opened (LOGIN-13). */
export function SignInForm(props: {
  texts: Texts
  notice?: string | undefined
  /** Nobody has signed in yet: says where the first password is. */
  isFirst: boolean
  /** The text of the button to the OpenID provider, if there is one; empty: our own text. */
  openid: string | undefined
  /** The reason why a sign-in elsewhere failed. */
  refusal?: string | undefined
  onOpened: () => void
  onMustChangePassword: (password: string) => void
  /** The password is right, and the account has a second factor. */
  onCodeRequired: (asked: { account: string; password: string }) => void
  onLicenceMissing: () => void
}) {
  const { login: texts, errors } = props.texts
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [isSlid, setIsSlid] = useState(false)
  // a field is validated once it was left or sent, never while the person is still typing
  const [evaluated, setEvaluated] = useState({ account: false, password: false, slider: false })
  const [failure, setFailure] = useState<Failure | null>(
    props.refusal ? { title: errors.title, text: props.refusal } : null,
  )
  const [isBusy, setIsBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const branding = useBranding()

  const wrong = {
    account: accountError(account, texts.signIn),
    password: passwordError(password, texts.signIn),
    slider: isSlid ? undefined : texts.slider.required,
  }

  const fail = (next: Failure) => {
    setFailure(next)
    // LOGIN-02: the slider reloads and its flag clears
    setIsSlid(false)
    setEvaluated({ account: true, password: true, slider: false })
    setAttempt((earlier) => earlier + 1)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setFailure(null)
    setEvaluated({ account: true, password: true, slider: true })
    if (isReservedAccount(account)) {
      fail({ title: errors.permissionDenied, text: texts.signIn.reserved })
      return
    }
    if (wrong.account ?? wrong.password ?? wrong.slider) {
      focusFirstWrong(form.current, wrong)
      return
    }
    setIsBusy(true)
    try {
      const outcome = await signIn(account.trim(), password)
      if (outcome === 'opened') props.onOpened()
      else props.onMustChangePassword(password)
    } catch (error) {
      setIsBusy(false)
      if (isCode<typeof login>(error, 'licence.required')) props.onLicenceMissing()
      else if (isCode<typeof login>(error, 'auth.code-required'))
        props.onCodeRequired({ account: account.trim(), password })
      else fail({ title: errors.title, text: failureText(error, errors) })
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <h1>{texts.signIn.title}</h1>
      {/* Its line is kept while the name is on its way. */}
      <p className="lead">{branding === undefined ? '\u00a0' : (branding?.name ?? texts.product)}</p>
      {failure && <Notice kind="error" {...failure} />}
      {!failure && props.notice && <Notice kind="success" text={props.notice} />}
      <TextField
        label={texts.signIn.account}
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page is there for this field alone
        autoFocus
        value={account}
        error={evaluated.account ? wrong.account : undefined}
        onChange={(event) => setAccount(event.target.value)}
        onBlur={() => setEvaluated((earlier) => ({ ...earlier, account: true }))}
      />
      <TextField
        label={texts.signIn.password}
        name="password"
        type="password"
        autoComplete="current-password"
        revealLabel={texts.signIn.showPassword}
        value={password}
        error={evaluated.password ? wrong.password : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Slider
        key={attempt}
        texts={texts.slider}
        isDone={isSlid}
        {...(evaluated.slider && wrong.slider && { error: wrong.slider })}
        onDone={() => setIsSlid(true)}
      />
      <button type="submit" className="button button-first" aria-busy={isBusy}>
        {isBusy ? texts.signIn.busy : texts.signIn.submit}
      </button>
      {props.openid !== undefined && (
        <a className="button button-quiet" href={openIdStart}>
          {props.openid || texts.openId.button}
        </a>
      )}
      {props.isFirst && <p className="login-first">{texts.signIn.firstTime}</p>}
    </form>
  )
}

function focusFirstWrong(
  form: HTMLFormElement | null,
  wrong: Record<'account' | 'password' | 'slider', string | undefined>,
) {
  const selector = wrong.account ? '[name=account]' : wrong.password ? '[name=password]' : '[role=slider]'
  form?.querySelector<HTMLElement>(selector)?.focus()
}
