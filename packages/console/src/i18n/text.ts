import type { Area, Areas } from './areas.ts'

/*
 * The type of `t`. A key is looked up, and only the text behind it is read: comparing each call with every key took the compiler two
 * thirds of its time for the console.
 */

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

/** `count_one` and `count_other` are one key, `count`. */
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key

type KeyOf<Tree, Path extends string> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${WithoutForm<Key>}`
    : KeyOf<Tree[Key], `${Path}${Key}.`>
}[keyof Tree & string]

/** Every key of every area: `area:place.of.text`. */
type AnyKey = { [Name in Area]: KeyOf<Areas[Name], `${Name}:`> }[Area]

/** `staff:form.name`: a text without placeholders, by its area and its place in it, for components that take a key. */
export type TextKey = { [Name in Area]: PlainKeyOf<Areas[Name], `${Name}:`> }[Area]

type PlainKeyOf<Tree, Path extends string> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? IsPlain<Key, Tree[Key]> extends true
      ? `${Path}${Key}`
      : never
    : PlainKeyOf<Tree[Key], `${Path}${Key}.`>
}[keyof Tree & string]

type IsPlain<Key, Line> = Key extends `${string}_${PluralForm}`
  ? false
  : Line extends `${string}{${string}`
    ? false
    : true

type At<Tree, Path extends string> = Path extends keyof Tree
  ? Tree[Path]
  : Path extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? At<Tree[Head], Rest>
      : never
    : Counted<Tree[keyof Tree & `${Path}_${PluralForm}`]>

/** A text that has a form for one and a form for many. */
type Counted<Lines> = { lines: Lines }

type TextAt<Key extends string> = Key extends `${infer Name extends Area}:${infer Path}` ? At<Areas[Name], Path> : never

/** The names in `{braces}`; which form of a text is taken depends on `count`. */
type Placeholder<Line> =
  Line extends Counted<infer Lines>
    ? 'count' | Placeholder<Lines>
    : Line extends `${string}{${infer Name}}${infer Rest}`
      ? Name | Placeholder<Rest>
      : never

type Values<Name extends string> = [Name] extends [never]
  ? [values?: undefined]
  : [values: { [One in Name]: One extends 'count' ? number : string | number }]

/** Translates a key of any area; its placeholders are required. */
export type Text = <Key extends AnyKey>(key: Key, ...values: Values<Placeholder<TextAt<Key>>>) => string
