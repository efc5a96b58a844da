import type { Language } from '@gatehouse/contract/envelope.ts'
import type { Area, Areas } from './areas.ts'
import type { SameShape } from './same-shape.ts'

const files = import.meta.glob<Record<string, unknown>>('./{en,zh,zh-tw}/*.ts')
const loaded = new Map<string, Promise<unknown>>()

/** What every page of the console has around it speaks with these. */
export const consoleAreas = ['frame', 'menu', 'errors', 'bell'] as const satisfies readonly Area[]

/** The texts of an area in a language, loaded once. Rejects when the file does not come (see NAV-10). */
export async function loadCatalog<A extends Area>(language: Language, area: A): Promise<SameShape<Areas[A]>> {
  const path = `./${language}/${area}.ts`
  const load = files[path]
  if (!load) throw new Error(`No catalog ${path}`)
  let texts = loaded.get(path)
  if (!texts) {
    texts = load().then((module) => module[area])
    texts.catch(() => loaded.delete(path))
    loaded.set(path, texts)
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every catalog is checked against this very shape where it stands (`satisfies`)
  return (await texts) as SameShape<Areas[A]>
}
