import type { StrangerAnswer, StrangerQuestion } from './stranger-faces.ts'

/** What the thread is started with. */
export type StrangerThreadData = { databaseUrl: string; embeddingKey: Uint8Array }
/** `undefined`: end. */
export type ToStrangerThread = { id: number; question: StrangerQuestion } | undefined
export type FromStrangerThread = { id: number; answer: StrangerAnswer } | { id: number; problem: string }
