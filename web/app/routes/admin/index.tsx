import { redirect } from 'react-router';

/** The address that the start page of administrators had of its own. */
export function clientLoader() {
  return redirect('/home');
}
clientLoader.hydrate = true as const;

export { AreaError as ErrorBoundary } from '~/ui/feedback/area-error';

// A route without a component is never loaded in the browser.
export default function FormerPanel() {
  return null;
}
