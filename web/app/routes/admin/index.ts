import { replace } from 'react-router';

/** The address that the start page of administrators had of its own. */
export function clientLoader() {
  return replace('/home');
}
