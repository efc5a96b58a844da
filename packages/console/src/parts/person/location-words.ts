import type { PersonLocation } from '@gatehouse/contract/features/inside.ts'
import type { Text } from '../../i18n/i18n.ts'
import { sentences } from '../../i18n/sentences.ts'

/** How sure a location is, in words: the reasons to doubt it, else its source. */
export function certaintyText({ doubts, source }: Pick<PersonLocation, 'doubts' | 'source'>, t: Text): string {
  if (doubts.length > 0) return sentences(...doubts.map((doubt) => t(`shared:location.doubt.${doubt}`)))
  return t(`shared:location.source.${source}`)
}
