import { useQuery } from '@tanstack/react-query'
import { serverVersionQuery } from '../api/server-queries.ts'
import { useText } from '../i18n/i18n.ts'
import { instantOf, nowMs } from '../lib/clock.ts'
import { companyZone, offsetAt } from '../lib/format-date.ts'
import { copyrightYears } from '../lib/copyright-years.ts'

/** LAY-04: the version and the copyright line. */
export function Footer() {
  const t = useText()
  const { data } = useQuery(serverVersionQuery)
  return (
    <footer className="footer">
      {data && <span>{t('frame:footer.version', { version: data.version })}</span>}
      <span>
        {t('frame:footer.zone', { zone: companyZone(), offset: offsetAt(instantOf(nowMs()), companyZone()) })}
      </span>
      <span>{t('frame:footer.copyright', { years: copyrightYears() })}</span>
    </footer>
  )
}
