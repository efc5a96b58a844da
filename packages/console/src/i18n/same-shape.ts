/** The shape of a catalog: the same keys all the way down, any text. A missing or additional key does not compile. */
export type SameShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : SameShape<T[K]> }
