import { type Ctx, hint } from '../../ctx.ts'

/** Tells the consoles that a run has come further. */
export const tellProgress = (ctx: Pick<Ctx, 'db'>, runId: string) =>
  hint(ctx, { to: 'consoles', topic: 'imports', id: runId })
