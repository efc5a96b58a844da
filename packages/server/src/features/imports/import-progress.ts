import { type Ctx, hint } from '../../ctx.ts'

/** Tells the consoles that a run has come further. */
export const notifyProgress = (ctx: Pick<Ctx, 'db'>, runId: string) =>
  hint(ctx, { to: 'consoles', topic: 'imports', id: runId })
