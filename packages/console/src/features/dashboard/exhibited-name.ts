import { useState } from 'react'

/** How much of a name a lobby shows. */
const nameKinds = ['full', 'first', 'none'] as const
export type NameKind = (typeof nameKinds)[number]

/** Beside `commonSettings`, whose fields are settled: the choice of this display. */
const storageKey = 'exhibitionNames'

/** One button goes through them. */
export const nextKind = (kind: NameKind): NameKind =>
  nameKinds[(nameKinds.indexOf(kind) + 1) % nameKinds.length] ?? 'full'

export function useNameKind() {
  const [kind, setKind] = useState<NameKind>(
    () => nameKinds.find((one) => one === localStorage.getItem(storageKey)) ?? 'full',
  )
  const choose = (next: NameKind) => {
    localStorage.setItem(storageKey, next)
    setKind(next)
  }
  return [kind, choose] as const
}

/** Family names of two characters that a Chinese name may begin with. */
const doubleFamilies = new Set([
  '欧阳',
  '歐陽',
  '司马',
  '司馬',
  '上官',
  '诸葛',
  '諸葛',
  '夏侯',
  '皇甫',
  '尉迟',
  '尉遲',
  '公孙',
  '公孫',
  '慕容',
  '令狐',
  '司徒',
])

/** The name as a lobby shows it: a Chinese name begins with the family, others with the first name. Undefined: none. */
export function nameFor(name: string, kind: NameKind): string | undefined {
  if (kind === 'none') return undefined
  if (kind === 'full') return name
  if (/^\p{Script=Han}{2,}$/u.test(name)) {
    const family = name.length > 2 && doubleFamilies.has(name.slice(0, 2)) ? 2 : 1
    return name.slice(family)
  }
  return name.split(/\s+/u)[0]
}
