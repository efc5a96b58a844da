import { createBrowserRouter } from 'react-router'
import { addPanels, forgetPanels, routes } from './routes.tsx'

export function createConsoleRouter() {
  forgetPanels()
  return createBrowserRouter(routes, {
    patchRoutesOnNavigation: ({ path, patch }) => addPanels(path, patch),
  })
}

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>
