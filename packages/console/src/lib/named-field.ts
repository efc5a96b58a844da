/** The field that the end of an address names: `#field-timeZone`. */
export const namedFieldOf = (hash: string): string | undefined => /^#field-([A-Za-z]\w{0,47})$/.exec(hash)?.[1]
