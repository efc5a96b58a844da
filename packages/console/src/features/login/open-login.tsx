import { currentLanguage } from '../../lib/language.ts'
import { signInByTicket } from './login-actions.ts'
import { LoginScreen } from './login-screen.tsx'
import { failureText, loadLoginTexts } from './login-texts.ts'

/** The login page with its texts; `onEntered` is called when there is a session. */
export async function openLogin({ onEntered }: { onEntered: () => void }) {
  const texts = await loadLoginTexts(currentLanguage())
  const refusal = await comeBack(onEntered).catch((error: unknown) => failureText(error, texts.errors))
  return (
    <LoginScreen
      startTexts={texts}
      refusal={refusal === 'failed' ? texts.login.openId.failed : refusal}
      onEntered={onEntered}
    />
  )
}

/** Somebody comes back from the OpenID provider: with a ticket, which is used at once and taken out of the address. */
async function comeBack(onEntered: () => void): Promise<'failed' | undefined> {
  const found = /^#openid(?:=([\w-]+)|-failed)$/.exec(location.hash)
  if (!found) return undefined
  history.replaceState(null, '', location.pathname)
  const [, ticket] = found
  if (!ticket) return 'failed'
  await signInByTicket(ticket)
  onEntered()
  return undefined
}
