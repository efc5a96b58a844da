import { brandingPicture } from '../../api/branding.ts'
import type { LoginTexts } from './login-texts.ts'
import { useBranding } from './use-branding.ts'

/** The owner of the console: the enterprise's logo, or the product's sign with the name. */
export function BrandName({ texts }: { texts: LoginTexts }) {
  const branding = useBranding()
  const name = branding?.name ?? texts.product
  const { logo } = branding ?? {}
  return (
    // Screen readers read nothing before the content is known.
    <header className="brand-name" data-waiting={branding === undefined || undefined}>
      {logo ? (
        <img
          className="brand-logo"
          src={brandingPicture('logo', logo.id)}
          alt={name}
          width={logo.width}
          height={logo.height}
        />
      ) : (
        <>
          <img src="/favicon.svg" alt="" width="28" height="28" />
          <span>{name}</span>
        </>
      )}
    </header>
  )
}

/** A house front by night, row by row: dark windows, arches, those with light, and one of eight people in some of them. */
const front = ['a1.l2a', '3..l4.', '5.7a8.', 'l2a6.3', '1a7l.4', 'a8.l5.', '4.al6.', '.3a.1l']

/** The picture beside the form where there is space: the enterprise's own, or a house with its doors. */
export function BrandPicture({ texts }: { texts: LoginTexts }) {
  const branding = useBranding()
  const { background, welcome } = branding ?? {}
  return (
    <aside className="brand" data-waiting={branding === undefined || undefined}>
      {background ? (
        <img className="brand-background" src={brandingPicture('background', background.id)} alt="" />
      ) : (
        <div className="brand-front" aria-hidden="true">
          {[...front.join('')].map((cell, place) => (
            <i key={place} data-cell={cell} />
          ))}
        </div>
      )}
      <div className="brand-words">
        <p className="brand-claim">{welcome ?? texts.claim}</p>
        {!welcome && (
          <ul>
            <li>{texts.points.local}</li>
            <li>{texts.points.offline}</li>
            <li>{texts.points.live}</li>
          </ul>
        )}
      </div>
    </aside>
  )
}
