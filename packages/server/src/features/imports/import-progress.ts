import { type Ctx, hint } from '../../ctx.ts'

/** Notifies the consoles of the progress of a run. */
export const notifyProgress = (ctx: Pick<Ctx, 'db'>, runId: string) =>
  hint(ctx, { to: 'consoles', topic: 'imports', id: runId })
