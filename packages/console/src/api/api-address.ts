declare global {
  interface Window {
    /** Set by whoever hosts the console somewhere else than on its own server (a terminal's web view, say). */
    gatehouseConfig?: Partial<ApiPlace>
  }
}

/** Where the API is. `localApi`: the method goes into the path and `activePara` after it (REQ-01). */
export type ApiPlace = { baseUrl: string; localApi: boolean; activePara: string }

/** The host's word first, then what was built in (VITE_API_BASE_URL, VITE_LOCAL_API, VITE_ACTIVE_PARA), else this server. */
export function apiPlace(): ApiPlace {
  const { VITE_API_BASE_URL, VITE_LOCAL_API, VITE_ACTIVE_PARA } = import.meta.env
  return {
    baseUrl: VITE_API_BASE_URL ?? '',
    localApi: VITE_LOCAL_API === '1',
    activePara: VITE_ACTIVE_PARA ?? '',
    ...window.gatehouseConfig,
  }
}

/** `/api/v2/devices/:id` with its parameters filled in; in local-API mode `/api/get/v2/devices/7/<activePara>` (REQ-01). */
export function apiAddress(
  route: { method: string; path: string; prefix?: string },
  params: Readonly<Record<string, unknown>> = {},
  query: URLSearchParams = new URLSearchParams(),
  place: ApiPlace = apiPlace(),
): string {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const prefix = place.localApi ? `/${route.method.toLowerCase()}` : ''
  const search = query.size > 0 ? `?${query}` : ''
  // What is open to everybody has no local form.
  if (route.prefix === '/public') return `${place.baseUrl.replace(/\/+$/, '')}/public${path}${search}`
  const suffix = place.localApi && place.activePara ? `/${encodeURIComponent(place.activePara)}` : ''
  return `${place.baseUrl.replace(/\/+$/, '')}/api${prefix}${path}${suffix}${search}`
}
