import { currentLanguage } from '../../lib/language.ts'
import { LoginScreen } from './login-screen.tsx'
import { loadLoginTexts } from './login-texts.ts'

/** The login page with its texts; `onEntered` is called when a session stands. */
export async function openLogin({ onEntered }: { onEntered: () => void }) {
  return <LoginScreen startTexts={await loadLoginTexts(currentLanguage())} onEntered={onEntered} />
}
