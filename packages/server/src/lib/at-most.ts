/**
 * The options of an `LRUCache` that keeps this many, and takes room for what it holds: by its own `max` it takes the room of all of
 * them at once, which for the limits of a server is a tenth of its start.
 */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
