import type { MenuName } from '@gatehouse/contract/navigation.ts'
import { LineIcon } from '../bar/line-icon.tsx'

/** Signs of the headings of the menu. */
const paths: Record<MenuName, string> = {
  live: 'M10 11.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4zM6.8 13.2a4.6 4.6 0 0 1 0-6.4M13.2 6.8a4.6 4.6 0 0 1 0 6.4M4.2 15.8a8.2 8.2 0 0 1 0-11.6M15.8 4.2a8.2 8.2 0 0 1 0 11.6',
  dashboard: 'M3 3h6v6H3zM11 3h6v4h-6zM11 9h6v8h-6zM3 11h6v6H3z',
  device: 'M5.5 2.5h9v15h-9zM8 5.5h4v4H8zM9 14.5h2',
  personnel:
    'M7.5 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 17c.3-3.3 2.5-5 5.5-5s5.2 1.7 5.5 5M13 3.4a3 3 0 0 1 0 5.3M15 12.6c1.8.7 2.8 2.2 3 4.4',
  access: 'M4 17.5V7a6 6 0 0 1 12 0v10.5M2 17.5h16M12.5 12h.01',
  attendance: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 5.5V10l3 2',
  upgrade: 'M10 13V3.5M6.5 7 10 3.5 13.5 7M3 13.5v3h14v-3',
  enterprise: 'M3 17.5v-14h9v14M12 8h5v9.5M1.5 17.5h17M6 7h3M6 10.5h3M6 14h3',
}

export const MenuIcon = ({ name }: { name: MenuName }) => <LineIcon path={paths[name]} size={18} />
