import type { LoginTexts } from './login-texts.ts'
import { useBranding } from './use-branding.ts'

/** The owner of the console, next to the form if there is space: the enterprise's look, or Gatehouse in three lines. */
export function BrandPanel({ texts }: { texts: LoginTexts }) {
  const branding = useBranding()
  const name = branding?.name ?? texts.product
  const { logo, background, welcome } = branding ?? {}
  const address = (picture: 'logo' | 'background', id: string) => `/api/v2/branding/${picture}/${id}`
  return (
    // Screen readers read nothing before the content is known.
    <header className="brand" data-waiting={branding === undefined || undefined}>
      {background ? (
        <img className="brand-background" src={address('background', background.id)} alt="" />
      ) : (
        <svg className="brand-picture" viewBox="0 0 480 760" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          {[60, 104, 148, 192, 236, 280].map((radius, index) => (
            <path
              key={radius}
              d={`M${240 - radius} 760V330a${radius} ${radius} 0 0 1 ${radius * 2} 0v430`}
              opacity={0.62 - index * 0.1}
            />
          ))}
          <circle cx="240" cy="345" r="24" />
          <path d="M196 443c4-36 20-54 44-54s40 18 44 54" />
        </svg>
      )}
      <div className="brand-name">
        {logo ? (
          <img
            className="brand-logo"
            src={address('logo', logo.id)}
            alt={name}
            width={logo.width}
            height={logo.height}
          />
        ) : (
          <>
            <img src="/favicon.svg" alt="" width="36" height="36" />
            <span>{name}</span>
          </>
        )}
      </div>
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
    </header>
  )
}
