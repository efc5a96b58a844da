import type { LoginTexts } from './login-texts.ts'

/** What Gatehouse is, in three lines, beside the form where there is room. */
export function BrandPanel({ texts }: { texts: LoginTexts }) {
  return (
    <header className="brand">
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
      <div className="brand-name">
        <img src="/favicon.svg" alt="" width="36" height="36" />
        <span>{texts.product}</span>
      </div>
      <div className="brand-words">
        <p className="brand-claim">{texts.claim}</p>
        <ul>
          <li>{texts.points.local}</li>
          <li>{texts.points.offline}</li>
          <li>{texts.points.live}</li>
        </ul>
      </div>
    </header>
  )
}
