/** `Firefox, Windows`: enough to know one's own session by; undefined where the text names nothing known. */
export function browserOf(userAgent: string | null): string | undefined {
  if (userAgent === null) return undefined
  const named = (pairs: readonly (readonly [RegExp, string])[]) => pairs.find(([sign]) => sign.test(userAgent))?.[1]
  const browser = named(browsers)
  const system = named(systems)
  return [browser, system].filter(Boolean).join(', ') || undefined
}

// Each names the ones before it too: the order decides.
const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const
