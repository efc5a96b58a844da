import { languages, type Language } from '@gatehouse/contract/envelope.ts'
import { useEffect, useState } from 'react'
import { currentLanguage, htmlLanguage, keepLanguage } from '../../lib/language.ts'
import { clearSession } from '../../lib/session.ts'
import { languageNames } from '../../lib/language-names.ts'
import { clockPage } from '../../lib/clock-page.ts'
import { ActivationForm } from './activation-form.tsx'
import { BrandName, BrandPicture } from './brand-panel.tsx'
import { CodeStep } from './code-step.tsx'
import { LoginLinks } from './login-links.tsx'
import { failureText, loadLoginTexts, type Texts } from './login-texts.ts'
import { Notice } from './notice.tsx'
import { PasswordStep } from './password-step.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useAuthorisation } from './use-authorisation.ts'
import './login.css'
import './login-form.css'

/** The page outside the layout (NAV-05): activation, sign-in, and the change of a one-time password. */
export function LoginScreen({
  startTexts,
  refusal,
  onEntered,
}: {
  startTexts: Texts
  /** The reason why a sign-in at the OpenID provider failed. */
  refusal?: string | undefined
  onEntered: () => void
}) {
  const [texts, setTexts] = useState(startTexts)
  const { state, ask } = useAuthorisation()
  const [oldPassword, setOldPassword] = useState<string | null>(null)
  const [asked, setAsked] = useState<{ account: string; password: string } | null>(null)
  const [isJustActivated, setIsJustActivated] = useState(false)
  const [mendsClock, setMendsClock] = useState(false)

  useEffect(() => {
    document.title = texts.login.documentTitle
  }, [texts])

  const changeLanguage = async (language: Language) => {
    const next = await loadLoginTexts(language)
    keepLanguage(language)
    setTexts(next)
  }

  const leavePassword = () => {
    clearSession()
    setOldPassword(null)
  }

  return (
    <div className="login">
      <div className="login-side">
        <div className="login-top">
          <BrandName texts={texts.login} />
          <LanguageSwitch label={texts.login.language} onChoose={(language) => void changeLanguage(language)} />
        </div>
        <main className="login-card">
          {oldPassword !== null ? (
            <PasswordStep texts={texts} oldPassword={oldPassword} onOpened={onEntered} onLeft={leavePassword} />
          ) : asked ? (
            <CodeStep
              texts={texts}
              {...asked}
              onOpened={onEntered}
              onMustChangePassword={setOldPassword}
              onLeft={() => setAsked(null)}
            />
          ) : state?.kind === 'failed' ? (
            <>
              <h1>{texts.login.product}</h1>
              <Notice
                kind="error"
                title={texts.login.activation.statusFailed}
                text={failureText(state.error, texts.errors)}
              />
              <button type="button" className="button button-first" onClick={ask}>
                {texts.login.activation.retry}
              </button>
            </>
          ) : state?.kind !== 'known' ? (
            <output className="login-opening">{texts.login.opening}</output>
          ) : state.authorisation.authorize_status === 0 && !mendsClock ? (
            <ActivationForm
              texts={texts}
              authorisation={state.authorisation}
              onActivated={() => {
                setIsJustActivated(true)
                ask()
              }}
              onClockToMend={() => setMendsClock(true)}
            />
          ) : (
            <SignInForm
              texts={texts}
              notice={
                mendsClock
                  ? texts.login.activation.clockNotice
                  : isJustActivated
                    ? texts.login.activation.succeeded
                    : undefined
              }
              onOpened={() => {
                if (mendsClock) localStorage.setItem('backUrl', clockPage)
                onEntered()
              }}
              isFirst={state.authorisation.nobody_signed_in}
              openid={mendsClock ? undefined : state.authorisation.openid}
              refusal={refusal}
              onMustChangePassword={setOldPassword}
              onCodeRequired={setAsked}
              onLicenceMissing={() => {
                setMendsClock(false)
                ask()
              }}
            />
          )}
        </main>
        <LoginLinks texts={texts.login.links} />
      </div>
      <BrandPicture texts={texts.login} />
    </div>
  )
}

function LanguageSwitch({ label, onChoose }: { label: string; onChoose: (language: Language) => void }) {
  const current = currentLanguage()
  return (
    <nav className="login-languages" aria-label={label}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={htmlLanguage(language)}
          disabled={language === current}
          aria-current={language === current || undefined}
          onClick={() => onChoose(language)}
        >
          {languageNames[language]}
        </button>
      ))}
    </nav>
  )
}
