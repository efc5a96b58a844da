/** Reads a cookie of this page; undefined when it is not set. */
export function readCookie(name: string): string | undefined {
  const start = `${name}=`
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(start))
  return found === undefined ? undefined : decodeURIComponent(found.slice(start.length))
}

/** Sets a cookie for the whole console until the browser closes: it never travels with a request from another site. */
export function writeCookie(name: string, value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}`
}

export function clearCookie(name: string) {
  document.cookie = `${name}=; Path=/; SameSite=Strict; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
}
