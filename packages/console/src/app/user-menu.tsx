import type { MenuProps } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useText } from '../i18n/i18n.ts'
import { useUser } from '../lib/session.ts'
import { chooseDensity, chooseTheme, densities, themeChoices, useDensity, useThemeChoice } from '../ui/theme/theme.ts'
import { BarMenu } from './bar/bar-menu.tsx'
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
  const [isOpen, setIsOpen] = useState(false)
  const [isVersionOpen, setIsVersionOpen] = useState(false)
  if (!user) return null

  const role = t(`frame:role.${user.role.name}`)
  // choices stay open, to be seen working; what leads elsewhere closes the menu
  const closing = (action: () => void) => () => {
    setIsOpen(false)
    action()
  }
  const items: MenuProps['items'] = [
    { key: 'account', label: t('frame:user.account'), onClick: closing(() => void navigate('/account')) },
    ...(user.isExternal
      ? []
      : [{ key: 'password', label: t('frame:user.password'), onClick: closing(() => void navigate(passwordPath)) }]),
    { type: 'divider' },
    {
      type: 'group',
      label: t('frame:theme.label'),
      children: themeChoices.map((choice) => ({
        key: `theme-${choice}`,
        label: t(`frame:theme.${choice}`),
        onClick: () => chooseTheme(choice),
      })),
    },
    {
      type: 'group',
      label: t('frame:density.label'),
      children: densities.map((choice) => ({
        key: `density-${choice}`,
        label: t(`frame:density.${choice}`),
        onClick: () => chooseDensity(choice),
      })),
    },
    { type: 'divider' },
    { key: 'version', label: t('frame:user.version'), onClick: closing(() => setIsVersionOpen(true)) },
    { key: 'about', label: t('frame:user.about'), onClick: closing(() => void navigate('/about')) },
    { type: 'divider' },
    { key: 'logout', label: t('frame:user.logout'), onClick: closing(() => void logout()) },
  ]

  return (
    <>
      <BarMenu
        menu={{ items, selectable: true, multiple: true, selectedKeys: [`theme-${theme}`, `density-${density}`] }}
        open={isOpen}
        onOpenChange={setIsOpen}
      >
        <button type="button" className="bar-button" title={`${user.name}, ${role}`}>
          <span className="bar-initials" aria-hidden="true">
            {initialsOf(user.name)}
          </span>
          <span className="for-readers">
            {t('frame:user.menu')} {user.name} <small>{role}</small>
          </span>
        </button>
      </BarMenu>
      {isVersionOpen && <VersionDialog onClose={() => setIsVersionOpen(false)} />}
    </>
  )
}

/** Of a Chinese name its last character, of others the first letters of the first and the last word. */
function initialsOf(name: string) {
  if (/\p{Script=Han}/u.test(name)) return [...name].at(-1)
  const words = name.split(/\s+/).filter(Boolean)
  return [...new Set([words[0], words.at(-1)])].map((word) => [...(word ?? '')][0]?.toUpperCase()).join('')
}
