import { currentLanguage } from './language.ts'

/** A count as the language of the console writes it: 12,345. */
export const formatNumber = (count: number) => count.toLocaleString(currentLanguage())

/** How alike two faces are, with both decimals: as settings of devices have it. */
export const scoreText = (score: number) => score.toFixed(2)
