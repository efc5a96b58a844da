const firstMs = 200
const maxMs = 30_000

/**
 * The pause after this many failures in a row (1, 2, 3 …): 0.2 s doubled each time up to 30 s, and of that a random
 * part between half and all, so that a thousand terminals do not return at the same moment.
 */
export function backOffMs(failures: number, random: () => number = Math.random): number {
  const full = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 20))
  return Math.round(full * (0.5 + random() / 2))
}
