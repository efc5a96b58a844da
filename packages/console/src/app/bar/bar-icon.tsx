import { LineIcon } from './line-icon.tsx'

/** Small signs of the two bars. */
const paths = {
  menu: 'M3 4h14v12H3zM8 4v12',
  plus: 'M10 4v12M4 10h12',
  more: 'M5 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM10 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8zM15 9.6a.4.4 0 1 0 0 .8.4.4 0 0 0 0-.8z',
  help: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7.8 7.8a2.3 2.3 0 1 1 3.3 2.1c-.7.3-1.1.8-1.1 1.6M10 14.2h.01',
  bell: 'M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8.2 17.2a2 2 0 0 0 3.6 0',
  search: 'M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zm4.3-1.7L17.5 17.5',
  lock: 'M5 9h10v8.5H5zM7 9V6.5a3 3 0 0 1 6 0V9M10 12.5V14',
} as const

export const BarIcon = ({ name, size = 18 }: { name: keyof typeof paths; size?: number }) => (
  <LineIcon path={paths[name]} size={size} />
)
