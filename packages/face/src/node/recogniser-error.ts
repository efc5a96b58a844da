/** Why a recogniser is not taken: one line that says what to do. */
export class RecogniserError extends Error {
  override readonly name = 'RecogniserError'
}
