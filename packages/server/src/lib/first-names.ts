/** The names of the first of these in one line, with a mark where there are more; `total`: of a list that is cut already, how many there are. */
export const firstNames = (all: readonly { name: string }[], most: number, total = all.length): string =>
  [...all.slice(0, most).map(({ name }) => name), ...(total > most ? ['…'] : [])].join(', ')
