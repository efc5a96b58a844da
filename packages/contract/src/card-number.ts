/**
 * The one spelling of a card's number: a reader may type it in small letters, wide digits, or with blanks, colons and dots
 * between its bytes. A hyphen stays, since readers that send one send it always.
 */
export const cardSpelling = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s:.]/g, '')

/** The form of a card's number in that spelling. */
export const cardPattern = /^[0-9A-Z-]{1,20}$/
