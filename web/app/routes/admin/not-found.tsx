// An administrator at an address under /admin that does not exist; everyone else is sent away by the guard.
export { clientLoader, default, handle, loader, meta } from '../area/page/not-found';
