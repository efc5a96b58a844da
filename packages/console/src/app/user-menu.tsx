import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { useUser } from '../lib/session.ts'
import { chooseDensity, chooseTheme, densities, themeChoices, useDensity, useThemeChoice } from '../ui/theme/theme.ts'
import { type MenuEntry, useMenu } from '../ui/menu/menu.tsx'
import { passwordPath } from './guard.ts'
import { useLogout } from './use-logout.ts'
import { VersionDialog } from './version-dialog.tsx'

/** The signed-in person; appearance, own password, About and version, Logout (LAY-01). */
export function UserMenu() {
  const t = useText()
  const user = useUser()
  const navigate = useNavigate()
  const logout = useLogout()
  const theme = useThemeChoice()
  const density = useDensity()
  const [isVersionOpen, setIsVersionOpen] = useState(false)
  if (!user) return null

  const role = t(`frame:role.${user.role.name}`)
  const entries: MenuEntry[] = [
    { key: 'account', label: t('frame:user.account'), run: () => void navigate('/account') },
    ...(user.isExternal
      ? []
      : [{ key: 'password', label: t('frame:user.password'), run: () => void navigate(passwordPath) }]),
    ...themeChoices.map((choice, index) => ({
      key: `theme-${choice}`,
      label: t(`frame:theme.${choice}`),
      isChosen: choice === theme,
      stays: true,
      run: () => chooseTheme(choice),
      ...(index === 0 && { isApart: true, heading: t('frame:theme.label') }),
    })),
    ...densities.map((choice, index) => ({
      key: `density-${choice}`,
      label: t(`frame:density.${choice}`),
      isChosen: choice === density,
      stays: true,
      run: () => chooseDensity(choice),
      ...(index === 0 && { heading: t('frame:density.label') }),
    })),
    { key: 'version', label: t('frame:user.version'), isApart: true, run: () => setIsVersionOpen(true) },
    { key: 'about', label: t('frame:user.about'), run: () => void navigate('/about') },
    { key: 'logout', label: t('frame:user.logout'), isApart: true, run: () => void logout() },
  ]
  return (
    <>
      <UserButton name={user.name} role={role} entries={entries} />
      {isVersionOpen && <VersionDialog onClose={() => setIsVersionOpen(false)} />}
    </>
  )
}

function UserButton({ name, role, entries }: { name: string; role: string; entries: readonly MenuEntry[] }) {
  const t = useText()
  const { props, menu } = useMenu(entries, t('frame:user.menu'))
  return (
    <>
      <button type="button" className="bar-button" title={`${name}, ${role}`} {...props}>
        <span className="bar-initials" aria-hidden="true">
          {initialsOf(name)}
        </span>
        <span className="for-readers">
          {t('frame:user.menu')} {name} <small>{role}</small>
        </span>
      </button>
      {menu}
    </>
  )
}

/** Of a Chinese name its last character, of others the first letters of the first and the last word. */
function initialsOf(name: string) {
  if (/\p{Script=Han}/u.test(name)) return [...name].at(-1)
  const words = name.split(/\s+/).filter(Boolean)
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
