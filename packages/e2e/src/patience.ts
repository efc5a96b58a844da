/**
 * How long a journey waits for anything, in milliseconds. It only ends what hangs: with both cores at other work everything
 * takes several times as long, so no journey sets a shorter limit of its own.
 */
export const patienceMs = 150_000

/** For one of several tries inside `toPass`, which would otherwise take all its patience for the first. */
export const oneTry = { timeout: 10_000 }
