import { documentationPath, type DocumentName } from '../../lib/documentation-path.ts'
import type { LoginTexts } from './login-texts.ts'

const links = [
  ['introduction', 'introduction'],
  ['website', 'index'],
  ['openPlatform', 'open-platform'],
  ['help', 'help'],
  ['privacy', 'privacy'],
  ['terms', 'terms'],
] as const satisfies readonly [keyof LoginTexts['links'], DocumentName][]

/** LOGIN-10: each leads to a page that the product itself ships. */
export function LoginLinks({ texts }: { texts: LoginTexts['links'] }) {
  return (
    <footer className="login-links">
      {links.map(([key, name]) => (
        <a key={key} href={documentationPath(name)}>
          {texts[key]}
        </a>
      ))}
    </footer>
  )
}
