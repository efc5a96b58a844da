/**
 * Why somebody who belongs on a device is kept off it: it opens for everybody on it, and they may pass at no time there at present. The console
 * has a sentence for each.
 * - `suspended`, `left`, `expired`, `not-yet-valid`: they may pass nowhere, for now or for good.
 * - `blacklisted`: they are never sent.
 * - `no-hours`: no group of theirs may pass there on this day.
 */
export const keptOffReasons = ['blacklisted', 'suspended', 'left', 'expired', 'not-yet-valid', 'no-hours'] as const
export type KeptOffReason = (typeof keptOffReasons)[number]
