import type { Branding } from '@gatehouse/contract/features/company.ts'
import { pathTo } from '@gatehouse/contract/paths.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { brandingPicture, readBranding } from '../../api/branding.ts'
import { useText } from '../../i18n/i18n.ts'
import { BrandMark } from './brand-mark.tsx'

// A change of the enterprise asks again.
const brandingQuery = queryOptions({ queryKey: ['company', 'branding'], queryFn: readBranding, staleTime: 600_000 })

/** A logo of this shape or wider says the name itself, and leaves no room beside it. */
const wideLogo = 2

/** The head of the menu: the sign of the product with the name of the enterprise below, or the logo that it has set. */
export function MenuBrand({ isCollapsed, onChosen }: { isCollapsed: boolean; onChosen: (() => void) | undefined }) {
  const t = useText()
  const { data, isPending } = useQuery(brandingQuery)
  const { name, logo } = data ?? {}
  const isWide = logo ? logo.width / logo.height >= wideLogo : false
  const isLogoAlone = isWide && !isCollapsed
  return (
    <Link className="menu-brand" to={pathTo('dashboard')} title={name ?? undefined} onClick={onChosen}>
      {logo && (isLogoAlone || !isWide) ? (
        <Logo logo={logo} alt={isLogoAlone ? (name ?? t('frame:product')) : ''} />
      ) : (
        <BrandMark />
      )}
      {!isLogoAlone && (
        <span>
          {t('frame:product')}
          {/* Its line is kept while the name is on its way, so that the words above stay where they are. */}
          {(name || isPending) && <small>{name ?? '\u00a0'}</small>}
        </span>
      )}
    </Link>
  )
}

const Logo = ({ logo: { id, width, height }, alt }: { logo: NonNullable<Branding['logo']>; alt: string }) => (
  <img src={brandingPicture('logo', id)} alt={alt} width={width} height={height} />
)
