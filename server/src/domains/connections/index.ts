// Secrets of connections are sealed, and nothing reads them but what opens a connection: rows show what may be read. What
// uses a connection asks for it at every use, because it changes while the process runs (docs/decisions/0080).
export { OpenedConnections } from './at-work.ts';
export { noteProblem, readConnectionHealth, watchConnections } from './watch-connections.ts';
